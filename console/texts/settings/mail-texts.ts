/**
 * Contains the default texts of the service's e-mails and thank-you page, which settings show as
 * placeholders. A test checks that these texts match the service's own strings.
 */
import type { Language } from '../languages.ts';

export interface MailTexts {
  readonly subject: (form: string) => string;
  readonly thanks: string;
  readonly received: string;
}

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  en: {
    subject: (form) => `New submission: ${form}`,
    thanks: 'Thank you',
    received: 'Thanks, your message has been sent.',
  },
  de: {
    subject: (form) => `Neue Einsendung: ${form}`,
    thanks: 'Vielen Dank',
    received: 'Vielen Dank, Ihre Nachricht wurde gesendet.',
  },
  es: {
    subject: (form) => `Nuevo envío: ${form}`,
    thanks: 'Gracias',
    received: 'Gracias, su mensaje se ha enviado.',
  },
  it: {
    subject: (form) => `Nuovo invio: ${form}`,
    thanks: 'Grazie',
    received: 'Grazie, il suo messaggio è stato inviato.',
  },
  ru: {
    subject: (form) => `Новая заявка: ${form}`,
    thanks: 'Спасибо',
    received: 'Спасибо, ваше сообщение отправлено.',
  },
};
