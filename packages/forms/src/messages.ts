/** Defines the script's own messages to visitors, in the service's five languages. */

export interface Messages {
  readonly sent: string;
  /** Shown when some fields have errors. */
  readonly fields: string;
  /** Shown after a 5xx response, no response, or too many requests. */
  readonly failed: string;
  /** Shown when the form accepts no submissions, or rejects this one. */
  readonly refused: string;
}

const of = (sent: string, fields: string, failed: string, refused: string): Messages => ({
  sent,
  fields,
  failed,
  refused,
});

const messages: Record<string, Messages> = {
  en: of(
    'Thank you. Your message has been sent.',
    'Please check the marked fields.',
    'This did not work. Please try again in a moment.',
    'This form cannot take your message.',
  ),
  de: of(
    'Danke. Ihre Nachricht ist angekommen.',
    'Bitte prüfen Sie die markierten Felder.',
    'Das hat nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',
    'Dieses Formular kann Ihre Nachricht nicht annehmen.',
  ),
  es: of(
    'Gracias. Hemos recibido su mensaje.',
    'Revise los campos marcados.',
    'No ha funcionado. Inténtelo de nuevo en un momento.',
    'Este formulario no puede aceptar su mensaje.',
  ),
  it: of(
    'Grazie. Il suo messaggio è arrivato.',
    'Controlli i campi evidenziati.',
    'Non ha funzionato. Riprovi tra poco.',
    'Questo modulo non può accettare il suo messaggio.',
  ),
  ru: of(
    'Спасибо. Ваше сообщение получено.',
    'Проверьте отмеченные поля.',
    'Не получилось. Попробуйте чуть позже.',
    'Эта форма не может принять ваше сообщение.',
  ),
};

/**
 * Returns the messages in a language.
 * @param language a language tag, such as `de-CH`
 */
export const messagesIn = (language: string): Messages =>
  messages[language.slice(0, 2).toLowerCase()] ?? (messages['en'] as Messages);
