/** German strings for the API keys screen. */
import type { KeysTexts } from './keys.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('de');

export const keysDe: KeysTexts = {
  title: 'Schlüssel',
  newKey: 'Neuer Schlüssel',
  name: 'Name',
  permissions: 'Berechtigungen',
  lastUsed: 'Zuletzt verwendet',
  expires: 'Läuft ab',
  created: 'Erstellt',
  actions: 'Aktionen',
  never: 'nie',
  doesNotEnd: 'nie',
  byOperator: 'vom Betreiber',
  byMember: 'von einem Mitglied',
  revoke: 'Widerrufen',
  find: 'Schlüssel suchen',
  noMatch: 'Keine passenden Schlüssel',
  none: 'Noch keine Schlüssel',
  noneText:
    'Erstellen Sie einen Schlüssel für Skripte und Apps, die Einsendungen lesen, Formulare verwalten oder Formulare absenden.',
  ownersOnly: 'Nur Inhaber können Schlüssel verwalten',
  ownersOnlyText:
    'Wer einen Schlüssel hat, kann alles tun, was dieser erlaubt. Deshalb können nur Inhaber des Kontos Schlüssel sehen und erstellen.',
  hideEnded: 'Abgelaufene und widerrufene Schlüssel ausblenden',
  everything: 'Vollzugriff',
  nameHint: 'Geben Sie an, wo Sie den Schlüssel verwenden, zum Beispiel „Website“ oder „Nächtlicher Export“.',
  type: 'Typ',
  management: 'Verwaltung',
  managementHint: 'Für Skripte und Server. Wählen Sie die Berechtigungen unten aus.',
  submission: 'Einsendung',
  submissionHint:
    'Für Programme, die Formulare absenden. Diese Schlüssel haben keine weiteren Berechtigungen.',
  create: 'Schlüssel erstellen',
  shownOnce: 'Kopieren Sie den Schlüssel jetzt. Er wird nicht noch einmal angezeigt.',
  theKey: 'Ihr neuer Schlüssel',
  copyKey: 'Schlüssel kopieren',
  confirmSaved: 'Ich habe ihn gespeichert',
  roll: 'Erneuern',
  rollNamed: (name: string) => `${name} erneuern`,
  rollTitle: (name: string) => `„${name}“ erneuern?`,
  rollText:
    'Ein neuer Schlüssel mit demselben Namen und denselben Berechtigungen ersetzt diesen. Wählen Sie, wie lange der alte Schlüssel gültig bleibt, damit Sie ohne Unterbrechung wechseln können.',
  overlap: 'Gültigkeit des alten Schlüssels',
  overlapNone: 'Sofort ungültig',
  hours: (count: number) => n(count, { one: '# Stunde', other: '# Stunden' }),
  rolledTitle: (name: string) => `„${name}“ hat einen neuen Schlüssel`,
  oldUntil: (at: string) => `Der alte Schlüssel funktioniert bis ${at}.`,
  oldEnded: 'Der alte Schlüssel funktioniert nicht mehr.',
  rolled: 'Ersetzt',
  cannotRoll: 'Dieser Schlüssel wurde inzwischen widerrufen oder ersetzt und lässt sich nicht mehr erneuern.',
  rollOwn:
    'Sie sind mit diesem Schlüssel angemeldet. Wenn er nicht mehr funktioniert, werden Sie abgemeldet.',
  days: (count: number) => n(count, { one: '# Tag', other: '# Tage' }),
  revokeText:
    'Programme, die diesen Schlüssel verwenden, verlieren sofort den Zugriff. Das lässt sich nicht rückgängig machen.',
  lastKey:
    'Das ist Ihr letzter unbefristeter Schlüssel mit Vollzugriff. Erstellen Sie einen weiteren, bevor Sie ihn widerrufen.',
  ownKey: 'Sie sind mit diesem Schlüssel angemeldet und werden sofort abgemeldet.',
  closeAgain:
    'Haben Sie den Schlüssel kopiert? Er wird nicht noch einmal angezeigt. Klicken Sie erneut auf „Schließen“, um fortzufahren.',
  revokeNamed: (name: string) => `${name} widerrufen`,
  revokedAt: (at: string) => `widerrufen am ${at}`,
  expiredAt: (at: string) => `abgelaufen am ${at}`,
  revokeTitle: (name: string) => `„${name}“ widerrufen?`,
  revoked: (name: string) => `„${name}“ wurde widerrufen`,
  createdTitle: (name: string) => `„${name}“ wurde erstellt`,
  showEnded: (count: number) =>
    n(count, {
      one: '# abgelaufenen oder widerrufenen Schlüssel anzeigen',
      other: '# abgelaufene oder widerrufene Schlüssel anzeigen',
    }),
  cascade: (count: number) =>
    n(count, {
      one: 'Auch # damit erstellten Schlüssel widerrufen',
      other: 'Auch # damit erstellte Schlüssel widerrufen',
    }),
  inDays: (count: number) => n(count, { one: 'in # Tag', other: 'in # Tagen' }),
  scope: { read: 'Lesen', write: 'Schreiben', admin: 'Verwalten', ingest: 'Einsenden' },
  scopeHint: {
    read: 'Einsendungen, Formulare, Webhooks und Statistiken ansehen.',
    write: 'Formulare und Webhooks ändern, Einsendungen bearbeiten oder löschen.',
    admin: 'Schlüssel und Personen verwalten, Audit-Protokoll ansehen.',
    ingest: 'Formulare absenden.',
  },
};
