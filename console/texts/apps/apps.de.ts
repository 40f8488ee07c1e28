/** German strings for the apps screen. */
import type { AppsTexts } from './apps.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('de');

export const appsDe: AppsTexts = {
  title: 'Apps',
  newApp: 'Neue App',
  app: 'App',
  none: 'Noch keine Apps',
  noneText:
    'Registrieren Sie eine App, die mit diesem Konto verbunden werden soll, zum Beispiel eine Automatisierungsplattform. Für eigene Skripte reicht ein Schlüssel.',
  ownersOnly: 'Nur Inhaber können Apps verwalten',
  ownersOnlyText: 'Die Apps, die Sie verbunden haben, finden Sie unter „Konto“.',
  redirectUris: 'Weiterleitungs-URIs',
  redirectUrisHint:
    'Eine pro Zeile. Nach dem Verbinden wird an eine dieser Adressen weitergeleitet. Verwenden Sie https oder, auf localhost, http.',
  nameHint: 'Dieser Name wird beim Verbinden der App angezeigt.',
  logo: 'Logo-URL',
  logoHint: 'Eine Bild-URL, die mit https:// beginnt. Das Logo wird beim Verbinden der App angezeigt.',
  confidentialHint: 'Die App läuft auf einem Server und hat ein Secret.',
  publicHint: 'Die App läuft im Browser oder auf dem Gerät des Benutzers und hat kein Secret.',
  create: 'App erstellen',
  clientId: 'Client-ID',
  copyId: 'Client-ID kopieren',
  secret: 'Client-Secret',
  copySecret: 'Secret kopieren',
  shownOnce: 'Kopieren Sie das Client-Secret jetzt. Es wird nicht noch einmal angezeigt.',
  closeAgain:
    'Haben Sie das Secret kopiert? Es wird nicht noch einmal angezeigt. Klicken Sie noch einmal auf „Schließen“, um fortzufahren.',
  publicReady: 'Verwenden Sie diese Client-ID in der App. Öffentliche Apps haben kein Secret.',
  done: 'Fertig',
  edit: 'Bearbeiten …',
  rotate: 'Secret erneuern …',
  delete: 'Löschen …',
  deleteNow: 'App löschen',
  rotateNow: 'Secret erneuern',
  rotateText:
    'Die App erhält ein neues Secret. Das bisherige funktioniert noch 24 Stunden, damit Sie ohne Unterbrechung wechseln können.',
  rotateAgainText:
    'Das Secret wurde in den letzten 24 Stunden schon einmal erneuert. Wenn Sie es noch einmal erneuern, verliert das vorherige sofort seine Gültigkeit.',
  deleteText:
    'Die App verliert sofort den Zugriff, und ihre Webhooks werden gelöscht. Das lässt sich nicht rückgängig machen.',
  notConnected: 'Niemand hat diese App verbunden.',
  changedMeanwhile:
    'Jemand anders hat diese App inzwischen geändert. Unten sehen Sie die aktuelle Version. Wenn Sie noch einmal speichern, wird sie durch Ihre Version ersetzt.',
  currentVersion: 'Aktuelle Version',
  types: { confidential: 'Vertraulich', public: 'Öffentlich' },
  moreUris: (count) => n(count, { one: '+# weitere', other: '+# weitere' }),
  connectionsEnd: (count) =>
    n(count, { one: '# Verbindung zu dieser App endet.', other: '# Verbindungen zu dieser App enden.' }),
  oldUntil: (at) => `Das bisherige Secret funktioniert bis ${at}.`,
  actionsOf: (name) => `Aktionen für ${name}`,
  createdTitle: (name) => `„${name}“ ist bereit`,
  editTitle: (name) => `„${name}“ bearbeiten`,
  saved: (name) => `„${name}“ wurde gespeichert`,
  rotateTitle: (name) => `Secret von „${name}“ erneuern?`,
  rotatedTitle: (name) => `„${name}“ hat ein neues Secret`,
  deleteTitle: (name) => `„${name}“ löschen?`,
  deleted: (name) => `„${name}“ wurde gelöscht`,
};
