/** German strings for a form's recipients. */
import { countedIn, withComma } from '../../core/errors/plural.ts';
import { sizeIn, type OwnerTexts } from './owner-texts.ts';

const counted = countedIn('de');

export const ownersDe: OwnerTexts = {
  notification: {
    subject: (form) => `Neue Einsendung: ${form}`,
    intro: (form) => `Ihr Formular „${form}“ wurde ausgefüllt.`,
    test: (subject) => `Test: ${subject}`,
    testNote: 'Dies ist ein Test mit Beispielwerten. Niemand hat das Formular ausgefüllt.',
    noFields: 'Die Einsendung hat keine Felder.',
    files: 'Dateien',
    linksLast: (days) =>
      `Wer den Link zu einer Datei hat, kann sie ${counted(days, { one: 'Tag', other: 'Tage' })} lang öffnen. Danach finden Sie in der Einsendung einen neuen Link.`,
    received: (time, submissionId) => `Eingegangen am ${time}, Einsendung ${submissionId}`,
    reply: (address) => `Antworten auf diese E-Mail gehen an ${address}, die im Formular angegebene Adresse.`,
  },
  open: 'In der Konsole öffnen',
  unsubscribe: 'E-Mails zu diesem Formular abbestellen',
  allForms: 'alle Formulare',
  webhook: (url, id) => `Webhook: ${url} (${id})`,
  webhookFailing: {
    subject: (form) => `Webhook schlägt fehl: ${form}`,
    intro: (form) => `Ein Webhook Ihres Formulars „${form}“ schlägt fehl.`,
    reason: (since) =>
      `Alle Versuche, eine Einsendung zuzustellen, sind fehlgeschlagen, der letzte am ${since}.`,
    consequence:
      'Neue Einsendungen senden wir weiterhin an diesen Webhook. Diese E-Mail erhalten Sie höchstens einmal am Tag und erst dann wieder, wenn der Webhook zwischendurch funktioniert hat.',
    remedy:
      'In der Konsole sehen Sie die Antworten Ihres Endpunkts. Fehlgeschlagene Zustellungen können Sie dort erneut senden.',
    recovery:
      'Wir prüfen regelmäßig, ob der Endpunkt wieder funktioniert. Sobald das der Fall ist, senden wir alle verpassten Einsendungen automatisch nach.',
  },
  webhookDisabled: {
    subject: (form) => `Webhook deaktiviert: ${form}`,
    intro: (form) => `Ein Webhook Ihres Formulars „${form}“ wurde deaktiviert.`,
    reason: (since, disabled) =>
      `Seit dem ${since} ist jede Zustellung fehlgeschlagen. Deshalb haben wir den Webhook am ${disabled} deaktiviert.`,
    gone: (disabled) =>
      `Der Endpunkt hat mit 410 Gone geantwortet. Deshalb haben wir den Webhook am ${disabled} deaktiviert.`,
    consequence: 'Es gehen keine Einsendungen verloren: Wir nehmen sie weiterhin an und speichern sie.',
    remedy:
      'Sobald der Endpunkt wieder funktioniert, schalten Sie den Webhook in der Konsole wieder ein und senden Sie die fehlgeschlagenen Zustellungen erneut.',
    recovery:
      'Sobald der Endpunkt wieder funktioniert, schalten Sie den Webhook in der Konsole wieder ein. Alle verpassten Einsendungen senden wir dann automatisch nach.',
  },
  spamSummary: {
    subject: (form) => `Spam dieser Woche: ${form}`,
    intro: (filed, form) =>
      `In der letzten Woche ${filed === 1 ? 'wurde' : 'wurden'} ${counted(filed, { one: 'Einsendung', other: 'Einsendungen' })} an Ihr Formular „${form}“ in den Spam verschoben.`,
    release:
      'Darüber wurde niemand benachrichtigt, und die Einsendungen werden automatisch gelöscht. Wenn eine Einsendung kein Spam ist, geben Sie sie in der Konsole frei. Sie wird dann wie eine neue Einsendung zugestellt.',
    filed: 'In den Spam verschoben',
    note: (time, score) => `${time}, Score ${score}`,
  },
  size: sizeIn(
    { bytes: { one: 'Byte', other: 'Bytes' }, kilobytes: 'KB', megabytes: 'MB' },
    counted,
    withComma,
  ),
};
