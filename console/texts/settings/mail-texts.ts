/**
 * Contains strings from the service's e-mails and thank-you page, for previews. A test checks that they match
 * the service's own strings.
 */
import type { Language } from '../languages.ts';

export interface MailTexts {
  readonly subject: (form: string) => string;
  readonly intro: (form: string) => string;
  readonly open: string;
  readonly unsubscribe: string;
  readonly thanks: string;
  readonly received: string;
  readonly back: string;
  readonly toWebsite: (host: string) => string;
}

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  en: {
    subject: (form) => `New submission: ${form}`,
    intro: (form) => `Someone filled in your form “${form}”.`,
    open: 'Open in the console',
    unsubscribe: 'Unsubscribe from e-mails about this form',
    thanks: 'Thank you',
    received: 'Thanks, your message has been sent.',
    back: 'Back to the website',
    toWebsite: (host) => `Go to ${host}`,
  },
  de: {
    subject: (form) => `Neue Einsendung: ${form}`,
    intro: (form) => `Ihr Formular „${form}“ wurde ausgefüllt.`,
    open: 'In der Konsole öffnen',
    unsubscribe: 'E-Mails zu diesem Formular abbestellen',
    thanks: 'Vielen Dank',
    received: 'Vielen Dank, Ihre Nachricht wurde gesendet.',
    back: 'Zurück zur Website',
    toWebsite: (host) => `Weiter zu ${host}`,
  },
  es: {
    subject: (form) => `Nuevo envío: ${form}`,
    intro: (form) => `Alguien ha rellenado su formulario «${form}».`,
    open: 'Abrir en la consola',
    unsubscribe: 'Darse de baja de los correos sobre este formulario',
    thanks: 'Gracias',
    received: 'Gracias, su mensaje se ha enviado.',
    back: 'Volver al sitio web',
    toWebsite: (host) => `Ir a ${host}`,
  },
  it: {
    subject: (form) => `Nuovo invio: ${form}`,
    intro: (form) => `Qualcuno ha compilato il suo modulo «${form}».`,
    open: 'Apri nella console',
    unsubscribe: 'Annulla l’iscrizione alle email su questo modulo',
    thanks: 'Grazie',
    received: 'Grazie, il suo messaggio è stato inviato.',
    back: 'Torna al sito',
    toWebsite: (host) => `Vai a ${host}`,
  },
  ru: {
    subject: (form) => `Новая заявка: ${form}`,
    intro: (form) => `Кто-то заполнил вашу форму «${form}».`,
    open: 'Открыть в консоли',
    unsubscribe: 'Отписаться от писем об этой форме',
    thanks: 'Спасибо',
    received: 'Спасибо, ваше сообщение отправлено.',
    back: 'Вернуться на сайт',
    toWebsite: (host) => `Перейти на ${host}`,
  },
};
