/** What a form's recipients read in German. */
import { countedIn, withComma } from '../../core/plural.ts';
import { sizeIn, type OwnerTexts } from './owner-texts.ts';

const counted = countedIn('de');

export const ownersDe: OwnerTexts = {
  notification: {
    subject: (form) => `Neue Einsendung: ${form}`,
    intro: (form) => `Ihr Formular „${form}“ wurde ausgefüllt.`,
    noFields: 'Die Einsendung hat keine Felder.',
    files: 'Dateien',
    linksLast: (days) =>
      `Wer den Link zu einer Datei hat, kann sie ${counted(days, { one: 'Tag', other: 'Tage' })} lang öffnen. Danach zeigt die Einsendung einen neuen.`,
    received: (time, submissionId) => `Eingegangen am ${time}, Einsendung ${submissionId}.`,
    reply: (address) => `Eine Antwort auf diese E-Mail geht an ${address}, die Adresse aus dem Formular.`,
  },
  unsubscribe: 'E-Mails zu diesem Formular abbestellen',
  allForms: 'alle Formulare',
  webhook: (url, id) => `Webhook: ${url} (${id})`,
  webhookFailing: {
    subject: (form) => `Webhook schlägt fehl: ${form}`,
    intro: (form) => `Ein Webhook Ihres Formulars „${form}“ schlägt fehl.`,
    reason: (since) =>
      `Eine Einsendung hat ihn bei keinem der Versuche erreicht; der letzte ist am ${since} fehlgeschlagen.`,
    consequence:
      'Weitere Einsendungen werden trotzdem an ihn gesendet. Diese E-Mail kommt einmal, und erneut nur, wenn der Webhook wieder fehlschlägt, nachdem er funktioniert hat, höchstens einmal am Tag.',
    remedy: (id) =>
      `GET /v1/webhooks/${id}/deliveries zeigt, was der Empfänger geantwortet hat; was fehlgeschlagen ist, kann erneut gesendet werden.`,
  },
  webhookDisabled: {
    subject: (form) => `Webhook abgeschaltet: ${form}`,
    intro: (form) => `Ein Webhook Ihres Formulars „${form}“ wurde abgeschaltet.`,
    reason: (since, disabled) =>
      `Seit dem ${since} gab es nur Fehler; deshalb wird ab dem ${disabled} nichts mehr an ihn gesendet.`,
    gone: (disabled) =>
      `Der Empfänger hat geantwortet, dass es ihn nicht mehr gibt (410); deshalb wird ab dem ${disabled} nichts mehr an ihn gesendet.`,
    consequence: 'Es geht nichts verloren: Einsendungen werden weiterhin angenommen und gespeichert.',
    remedy: (id) =>
      `Wenn der Empfänger wieder funktioniert, schalten Sie den Webhook ein (PATCH /v1/webhooks/${id} mit { "enabled": true }) und senden Sie erneut, was fehlgeschlagen ist.`,
  },
  spamSummary: {
    subject: (form) => `Diese Woche als Spam abgelegt: ${form}`,
    intro: (filed, form) =>
      `In der letzten Woche hat Ihr Formular „${form}“ ${counted(filed, { one: 'Einsendung', other: 'Einsendungen' })} als Spam abgelegt.`,
    release:
      'Darüber ging keine Nachricht heraus, und sie werden nach ihrer Frist gelöscht. Was kein Spam ist, können Sie in der Konsole freigeben: Dann wird es zugestellt, als wäre es gerade gekommen.',
    filed: 'Abgelegt',
    note: (time, score) => `${time}, Wert ${score}`,
  },
  size: sizeIn(
    { bytes: { one: 'Byte', other: 'Bytes' }, kilobytes: 'KB', megabytes: 'MB' },
    counted,
    withComma,
  ),
};
