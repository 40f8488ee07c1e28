/** German strings for the shell. */
import type { ShellTexts } from './shell.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('de');

export const shellDe: ShellTexts = {
  product: 'Forms',
  forms: 'Formulare',
  inbox: 'Posteingang',
  webhooks: 'Webhooks',
  usage: 'Nutzung',
  keys: 'Schlüssel',
  apps: 'Apps',
  people: 'Personen',
  audit: 'Audit-Protokoll',
  account: 'Konto',
  help: 'Hilfe zu dieser Seite (Englisch)',
  navigation: 'Hauptmenü',
  openMenu: 'Menü öffnen',
  skip: 'Zum Inhalt',
  userMenu: 'Benutzermenü',
  theme: 'Darstellung',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  signOut: 'Abmelden',
  withKey: 'Mit Schlüssel angemeldet',
  roles: { owner: 'Inhaber', editor: 'Bearbeiter', viewer: 'Betrachter' },
  offline:
    'Sie sind offline. Diese Seite ist möglicherweise nicht mehr aktuell. Ihre Änderungen im Posteingang werden auf diesem Gerät gespeichert und gesendet, sobald Sie wieder online sind.',
  busy: 'Der Dienst ist überlastet. Ihre Änderungen werden gleich gesendet.',
  keptChanges: (count) => n(count, { one: '# ausstehende Änderung', other: '# ausstehende Änderungen' }),
  keptChangesSent: (count) => n(count, { one: '# Änderung gesendet', other: '# Änderungen gesendet' }),
  shortcuts: 'Tastenkürzel',
  shortcutGroups: { everywhere: 'Überall', view: 'In dieser Ansicht' },
  goTo: (place) => `Zu „${place}“ wechseln`,
  palette: 'Einsendung, Formular, Webhook, Person, Ansicht oder Aktion suchen',
  searchSubmissions: (text: string) => `Einsendungen nach „${text}“ durchsuchen`,
  paletteEmpty: 'Keine Treffer',
  showShortcuts: 'Tastenkürzel anzeigen',
  search: 'Suchen',
  notHere: 'Seite nicht gefunden',
  notHereText: 'Die URL stimmt nicht, oder die Seite gibt es nicht mehr.',
  toForms: 'Zu Ihren Formularen',
};
