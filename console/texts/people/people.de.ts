/** The German texts of people. */
import type { PeopleTexts } from './people.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('de');

export const peopleDe: PeopleTexts = {
  title: 'Personen',
  invite: 'Einladen',
  person: 'Person',
  role: 'Rolle',
  forms: 'Formulare',
  state: 'Status',
  since: 'Seit',
  actions: 'Aktionen',
  you: 'Sie',
  active: 'Aktiv',
  invited: 'Eingeladen',
  expired: 'Einladung abgelaufen',
  allForms: 'Alle Formulare',
  allFormsHint: 'Auch solche, die später dazukommen.',
  someForms: 'Nur bestimmte Formulare',
  someFormsHint: 'Andere Formulare gibt es für diese Person nicht.',
  noForms: 'Es gibt noch keine Formulare.',
  findForm: 'Formular suchen',
  change: 'Rolle und Formulare ändern …',
  endSessions: 'Überall abmelden',
  inviteAgain: 'Einladung erneut senden',
  remove: 'Entfernen',
  takeBack: 'Einladung zurückziehen',
  none: 'Noch niemand ist Mitglied',
  noneText:
    'Sie benutzen die Konsole mit einem Schlüssel. Laden Sie eine Inhaberin oder einen Inhaber ein; die Anmeldung geschieht dann mit der E-Mail-Adresse.',
  alone: 'Sie sind hier allein. Laden Sie Kolleginnen und Kollegen ein, mit genau den nötigen Rechten.',
  ownersOnly: 'Personen sind Sache der Inhaber',
  ownersOnlyText:
    'Nur die Inhaber des Kontos sehen, wer Zugang hat, laden Personen ein und ändern deren Rechte.',
  inviteTitle: 'Person einladen',
  email: 'E-Mail-Adresse',
  emailHint: 'Mit dieser Adresse meldet sich die Person an. Die Einladung gilt sieben Tage.',
  sendInvitation: 'Einladung senden',
  isMember: 'Diese Person ist bereits Mitglied.',
  isInvitedNote: 'Die E-Mail ist unterwegs.',
  tooMany: 'Zu viele Einladungen in der letzten Stunde. Versuchen Sie es später noch einmal.',
  ownersHaveAll: 'Inhaber haben alle Formulare.',
  ownStepDown: 'Sie geben Ihre eigene Inhaberrolle ab. Nur andere Inhaber können sie Ihnen wiedergeben.',
  holdsAtOnce: 'Es gilt sofort, auch in geöffneten Fenstern.',
  lastOwner:
    'Ohne diese Person hätte das Konto keinen Inhaber mehr. Geben Sie zuerst einer anderen Person die Inhaberrolle.',
  endText:
    'Geöffnete Fenster auf allen Geräten werden sofort abgemeldet. Die Person kann sich neu anmelden.',
  endOwnText: 'Sie werden auf allen Geräten sofort abgemeldet, auch hier. Sie können sich neu anmelden.',
  sessionsEnded: 'Überall abgemeldet',
  removeText:
    'Die Person verliert den Zugang sofort, auch in geöffneten Fenstern. Von ihr erstellte Schlüssel gelten weiter.',
  removeOwnText: 'Sie verlieren den Zugang sofort. Nur andere Inhaber können Sie wieder einladen.',
  takeBackText: 'Der Link in der E-Mail führt niemanden mehr ins Konto.',
  roleHint: {
    viewer: 'Liest und exportiert Einsendungen.',
    editor: 'Bearbeitet, sortiert und löscht außerdem Einsendungen und richtet Formulare und Webhooks ein.',
    owner: 'Darf alles, auch Personen, Schlüssel und Protokoll.',
  },
  until: (date) => `bis ${date}`,
  formCount: (count) => n(count, { one: '# Formular', other: '# Formulare' }),
  actionsOf: (name) => `Aktionen für ${name}`,
  isInvited: (email) => `${email} ist eingeladen`,
  changeTitle: (name) => `Rolle und Formulare von ${name}`,
  changed: (name) => `Die Rechte von ${name} sind geändert`,
  endTitle: (name) => `${name} überall abmelden?`,
  removeTitle: (name) => `${name} entfernen?`,
  removed: (name) => `${name} ist entfernt`,
  takeBackTitle: (name) => `Einladung von ${name} zurückziehen?`,
  takenBack: (name) => `Die Einladung von ${name} ist zurückgezogen`,
};
