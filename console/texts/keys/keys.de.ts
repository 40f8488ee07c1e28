/** The German texts of keys. */
import type { KeysTexts } from './keys.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('de');

export const keysDe: KeysTexts = {
  title: 'Schlüssel',
  newKey: 'Neuer Schlüssel',
  name: 'Name',
  may: 'Darf',
  lastUsed: 'Zuletzt benutzt',
  ends: 'Läuft ab',
  made: 'Erstellt',
  actions: 'Aktionen',
  never: 'nie',
  doesNotEnd: 'nie',
  byOperator: 'vom Betreiber',
  byMember: 'von einem Mitglied',
  revoke: 'Widerrufen',
  none: 'Noch keine Schlüssel',
  noneText:
    'Programme brauchen einen Schlüssel: um Einsendungen zu lesen, Formulare zu ändern oder an ein Formular zu senden.',
  ownersOnly: 'Schlüssel sind Sache der Inhaber',
  ownersOnlyText:
    'Wer einen Schlüssel hat, kann alles, was er erlaubt. Deshalb sehen und erstellen ihn nur Inhaber des Kontos.',
  hideEnded: 'Abgelaufene und widerrufene ausblenden',
  everything: 'Alles',
  nameHint: 'Wo der Schlüssel benutzt wird, etwa „Website“ oder „Nächtlicher Export“.',
  type: 'Wofür',
  management: 'Verwaltung',
  managementHint: 'Für Skripte und Server: liest und ändert, was Sie unten erlauben.',
  submission: 'Einsendung',
  submissionHint: 'Für Programme, die an Formulare senden; kann sonst nichts.',
  mint: 'Schlüssel erstellen',
  shownOnce:
    'Kopieren Sie den Schlüssel jetzt. Er wird nur dieses eine Mal angezeigt, später sieht man nur seinen Anfang.',
  theKey: 'Der Schlüssel',
  copyKey: 'Schlüssel kopieren',
  kept: 'Ich habe ihn gesichert',
  revokeText:
    'Programme, die ihn benutzen, werden ab sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
  lastKey:
    'Das ist der letzte Schlüssel, der alles darf und nicht abläuft. Erstellen Sie zuerst einen anderen.',
  ownKey: 'Sie sind mit diesem Schlüssel angemeldet und werden sofort abgemeldet.',
  closeAgain:
    'Haben Sie den Schlüssel kopiert? Er lässt sich nicht noch einmal anzeigen. Schließen Sie ein zweites Mal, um fortzufahren.',
  revokeNamed: (name: string) => `${name} widerrufen`,
  revokedAt: (at: string) => `widerrufen am ${at}`,
  expiredAt: (at: string) => `abgelaufen am ${at}`,
  revokeTitle: (name: string) => `„${name}“ widerrufen?`,
  revoked: (name: string) => `„${name}“ ist widerrufen`,
  mintedTitle: (name: string) => `„${name}“ ist bereit`,
  showEnded: (count: number) =>
    n(count, {
      one: '# abgelaufenen oder widerrufenen zeigen',
      other: '# abgelaufene oder widerrufene zeigen',
    }),
  cascade: (count: number) =>
    n(count, {
      one: 'Auch # Schlüssel widerrufen, den er erstellt hat',
      other: 'Auch # Schlüssel widerrufen, die er erstellt hat',
    }),
  inDays: (count: number) => n(count, { one: 'in # Tag', other: 'in # Tagen' }),
  scope: { read: 'Lesen', write: 'Ändern', admin: 'Verwalten', ingest: 'Einsenden' },
  scopeHint: {
    read: 'Einsendungen, Formulare, Webhooks, Statistik.',
    write: 'Formulare, Webhooks und was aus Einsendungen wird.',
    admin: 'Schlüssel, Personen, Protokoll.',
    ingest: 'Einsendungen an Formulare.',
  },
};
