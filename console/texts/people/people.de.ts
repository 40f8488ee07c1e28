/** German strings for the people screen. */
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
  since: 'Mitglied seit',
  actions: 'Aktionen',
  you: 'Sie',
  active: 'Aktiv',
  invited: 'Eingeladen',
  expired: 'Einladung abgelaufen',
  allForms: 'Alle Formulare',
  allFormsHint: 'Auch Formulare, die später erstellt werden.',
  someForms: 'Nur bestimmte Formulare',
  someFormsHint: 'Andere Formulare sieht diese Person nicht.',
  noForms: 'Es gibt noch keine Formulare.',
  findForm: 'Formular suchen',
  change: 'Rolle und Formulare ändern …',
  endSessions: 'Überall abmelden',
  inviteAgain: 'Einladung erneut senden',
  remove: 'Entfernen',
  withdrawInvitation: 'Einladung zurückziehen',
  find: 'Person suchen',
  noMatch: 'Keine passenden Personen',
  none: 'Noch keine Mitglieder',
  noneText:
    'Sie sind mit einem Schlüssel angemeldet. Laden Sie einen Inhaber ein, der sich dann mit seiner E-Mail-Adresse anmelden kann.',
  alone:
    'Sie sind das einzige Mitglied. Laden Sie Kolleginnen und Kollegen ein und geben Sie ihnen nur die nötigen Berechtigungen.',
  ownersOnly: 'Nur Inhaber können Personen verwalten',
  ownersOnlyText:
    'Inhaber des Kontos können sehen, wer Zugriff hat, Personen einladen und deren Berechtigungen ändern.',
  inviteTitle: 'Person einladen',
  email: 'E-Mail-Adresse',
  emailHint: 'Mit dieser Adresse meldet sich die Person an. Die Einladung ist sieben Tage gültig.',
  sendInvitation: 'Einladung senden',
  isMember: 'Diese Person ist bereits Mitglied.',
  isInvitedNote: 'Die E-Mail ist unterwegs.',
  tooMany: 'Zu viele Einladungen in der letzten Stunde. Versuchen Sie es später erneut.',
  ownersHaveAll: 'Inhaber haben Zugriff auf alle Formulare.',
  giveUpOwnerRole: 'Sie geben Ihre Inhaberrolle ab. Nur ein anderer Inhaber kann sie Ihnen zurückgeben.',
  takesEffectImmediately: 'Die Änderung gilt sofort, auch wenn die Person gerade angemeldet ist.',
  lastOwner: 'Das ist der einzige Inhaber des Kontos. Machen Sie zuerst eine andere Person zum Inhaber.',
  endText: 'Die Person wird sofort auf allen Geräten abgemeldet. Sie kann sich jederzeit wieder anmelden.',
  endOwnText:
    'Sie werden sofort auf allen Geräten abgemeldet, auch auf diesem. Sie können sich jederzeit wieder anmelden.',
  sessionsEnded: 'Überall abgemeldet',
  removeText:
    'Die Person verliert sofort den Zugriff, auch wenn sie gerade angemeldet ist. Von ihr erstellte Schlüssel funktionieren weiter.',
  removeOwnText: 'Sie verlieren sofort den Zugriff. Nur ein anderer Inhaber kann Sie wieder einladen.',
  withdrawText: 'Der Link in der Einladungs-E-Mail funktioniert dann nicht mehr.',
  roleHint: {
    viewer: 'Kann Einsendungen ansehen und exportieren.',
    editor:
      'Kann außerdem Einsendungen beantworten, bearbeiten und löschen sowie Formulare und Webhooks einrichten.',
    owner: 'Kann alles, auch Personen und Schlüssel verwalten und das Audit-Protokoll ansehen.',
  },
  until: (date) => `bis ${date}`,
  formCount: (count) => n(count, { one: '# Formular', other: '# Formulare' }),
  actionsOf: (name) => `Aktionen für ${name}`,
  isInvited: (email) => `Einladung an ${email} gesendet`,
  changeTitle: (name) => `Rolle und Formulare von ${name}`,
  changed: (name) => `Berechtigungen von ${name} geändert`,
  endTitle: (name) => `${name} überall abmelden?`,
  removeTitle: (name) => `${name} entfernen?`,
  removed: (name) => `${name} wurde entfernt`,
  withdrawTitle: (name) => `Einladung für ${name} zurückziehen?`,
  invitationWithdrawn: (name) => `Einladung für ${name} zurückgezogen`,
};
