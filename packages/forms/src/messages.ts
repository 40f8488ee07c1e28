/** Defines the script's own messages to visitors, in the service's five languages. */

export interface Messages {
  readonly sent: string;
  /** Shown when some fields have errors. */
  readonly fields: string;
  /** Shown after a 5xx response, no response, or too many requests. */
  readonly failed: string;
  /** Shown when the form doesn't accept submissions or rejects this one. */
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
    'Something went wrong. Please try again.',
    'Your message was not accepted.',
  ),
  de: of(
    'Danke. Ihre Nachricht wurde gesendet.',
    'Bitte prüfen Sie die markierten Felder.',
    'Etwas ist schiefgelaufen. Bitte versuchen Sie es erneut.',
    'Ihre Nachricht wurde nicht angenommen.',
  ),
  es: of(
    'Gracias. Se ha enviado su mensaje.',
    'Revise los campos marcados.',
    'Algo ha salido mal. Inténtelo de nuevo.',
    'No se ha aceptado su mensaje.',
  ),
  it: of(
    'Grazie. Il suo messaggio è stato inviato.',
    'Controlli i campi evidenziati.',
    'Qualcosa è andato storto. Riprovi.',
    'Il suo messaggio non è stato accettato.',
  ),
  ru: of(
    'Спасибо. Сообщение отправлено.',
    'Проверьте отмеченные поля.',
    'Произошла ошибка. Попробуйте ещё раз.',
    'Сообщение не принято.',
  ),
};

/**
 * Returns the messages in a language.
 * @param language a language tag, such as `de-CH`
 */
export const messagesIn = (language: string): Messages =>
  messages[language.slice(0, 2).toLowerCase()] ?? (messages['en'] as Messages);
