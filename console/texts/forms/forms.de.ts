/** German strings for the list of forms and the first steps. */
import { pluralsOf } from '../plurals.ts';
import type { FormsTexts } from './forms.en.ts';

const n = pluralsOf('de');

export const formsDe: FormsTexts = {
  title: 'Formulare',
  newForm: 'Neues Formular',
  name: 'Name',
  state: 'Status',
  last30: 'Letzte 30 Tage',
  unread: 'Ungelesen',
  spam: 'Spam',
  columnProblems: 'Probleme',
  columnActions: 'Aktionen',
  live: 'Aktiv',
  draft: 'Entwurf',
  paused: 'Pausiert',
  trend: (received) =>
    n(received, {
      one: '# Einsendung in den letzten 30 Tagen',
      other: '# Einsendungen in den letzten 30 Tagen',
    }),
  spamCount: (spam) => n(spam, { one: '# Spam', other: '# Spam' }),
  webhookFails: 'Webhook schlägt fehl',
  webhookOff: 'Webhook ausgeschaltet',
  mailWaits: 'Empfänger nicht bestätigt',
  nobodyNotified: 'Niemand wird benachrichtigt',
  notifyMe: 'Mich benachrichtigen',
  addRecipient: 'Empfänger hinzufügen',
  nowNotified: (address) => `Neue Einsendungen gehen jetzt an ${address}`,
  openInbox: 'Posteingang öffnen',
  settings: 'Einstellungen',
  webhooks: 'Webhooks',
  share: 'Teilen',
  copyAddress: 'Formular-URL kopieren',
  actionsOf: (name) => `Aktionen für ${name}`,
  filter: 'Formular suchen',
  noMatch: 'Keine passenden Formulare',
  noForms: 'Noch keine Formulare',
  noFormsViewer: 'Hier erscheinen Formulare, sobald Ihnen ein Inhaber Zugriff gewährt.',
  create: 'Formular erstellen',
  formName: 'Name des Formulars',
  formNameHint: 'Erscheint in der Konsole, in E-Mails und im Browser-Tab der Dankesseite.',
  created: (name) => `„${name}“ wurde erstellt`,
  firstTitle: 'Erstellen Sie Ihr erstes Formular',
  firstText:
    'Geben Sie einen Namen ein, um den Code für Ihre Website zu erhalten. Danach können Sie einen Test senden.',
  waiting: 'Warten auf die erste Einsendung',
  waitingText:
    'Bauen Sie den Code in Ihre Website ein und füllen Sie das Formular aus, oder senden Sie einen Test. Diese Seite aktualisiert sich automatisch.',
  arrived: 'Ihre erste Einsendung ist eingegangen',
  arrivedText: (name) => `„${name}“ funktioniert.`,
  open: 'Einsendung öffnen',
};
