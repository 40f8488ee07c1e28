/** The German texts of the list of forms. */
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
  webhookOff: 'Webhook ist aus',
  mailWaits: 'E-Mail unbestätigt',
  openInbox: 'Eingang öffnen',
  settings: 'Einstellungen',
  webhooks: 'Webhooks',
  copyAddress: 'Adresse kopieren',
  actionsOf: (name) => `Aktionen für ${name}`,
  filter: 'Formular suchen',
  noMatch: 'Kein Formular heißt so',
  noMatchText: 'Versuchen Sie einen Teil des Namens, oder leeren Sie die Suche.',
  noForms: 'Noch keine Formulare',
  noFormsViewer: 'Hier erscheint ein Formular, sobald eine Inhaberin oder ein Inhaber Ihnen eines freigibt.',
  create: 'Formular anlegen',
  formName: 'Name des Formulars',
  formNameHint: 'Er steht hier und in E-Mails. Besucher sehen ihn auf der Dankeseite.',
  created: (name) => `„${name}“ ist bereit`,
  firstTitle: 'In drei Schritten zur ersten Einsendung',
  step1: 'Formular benennen',
  step2: 'In Ihre Seite einbauen',
  step2Text: 'Fügen Sie das in eine Seite ein. Die Adresse gehört zum Formular; die Felder bestimmen Sie.',
  step3: 'Einmal absenden',
  waiting: 'Wartet auf die erste Einsendung …',
  waitingText:
    'Füllen Sie das Formular auf Ihrer Seite aus. Die Anzeige wechselt von selbst, sobald etwas ankommt.',
  arrived: 'Ihre erste Einsendung ist da',
  arrivedText: (name) => `„${name}“ funktioniert.`,
  open: 'Öffnen',
  skip: 'Überspringen, zur Liste',
  snippet: 'HTML des Formulars',
};
