/** The German texts of the account. */
import type { AccountTexts } from './account.en.ts';

export const accountDe: AccountTexts = {
  title: 'Konto',
  account: 'Allgemein',
  name: 'Name',
  plan: 'Tarif',
  toUsage: 'Verbrauch ansehen',
  accountId: 'Konto-ID',
  copyId: 'ID kopieren',
  yourName: 'Name',
  you: 'Sie',
  email: 'E-Mail-Adresse',
  key: 'Schlüssel',
  keyHint: 'Sie benutzen die Konsole mit einem Schlüssel. Die Sitzung endet mit ihm.',
  preferences: 'Einstellungen',
  preferencesHint: 'Sie werden auf diesem Gerät gemerkt.',
  sessions: 'Sitzungen',
  sessionsHint: 'Eine Sitzung endet von selbst nach 12 Stunden ohne Nutzung, spätestens nach 7 Tagen.',
  keySession: 'Um alle Sitzungen dieses Schlüssels zu beenden, widerrufen Sie ihn.',
  askOwner: 'Um auf allen Ihren Geräten abgemeldet zu werden, wenden Sie sich an einen Inhaber des Kontos.',
  everywhereTitle: 'Überall abmelden?',
  apps: 'Verbundene Apps',
  appsHint:
    'Programme, die mit „Erlauben“ zugelassen wurden. Sie tun, was vereinbart ist, und nie mehr, als die Person darf.',
  app: 'App',
  noApps: 'Keine App ist verbunden.',
  disconnect: 'Trennen',
  disconnectText:
    'Die App wird bei ihrer nächsten Anfrage abgewiesen. Webhooks, die sie erstellt hat, werden gelöscht.',
  disconnectNamed: (name: string) => `${name} trennen`,
  disconnectTitle: (name: string) => `„${name}“ trennen?`,
  disconnected: (name: string) => `„${name}“ ist getrennt`,
  operator: 'Für den Betreiber',
  operatorHint:
    'Was der Betreiber des Dienstes festlegt, als Befehle zum Einfügen in dessen Projektordner. Großgeschriebenes ist zu ersetzen.',
  commands: {
    rename: 'Konto umbenennen',
    plan: 'Tarif ändern, sofort: free, pro oder team',
    quota: 'Monatsmenge ändern',
    email: 'Adresse für Hinweise zum Verbrauch setzen',
    invite: 'Einen Inhaber einladen, wenn niemand mehr hineinkommt',
    key: 'Verwaltungsschlüssel erstellen',
    suspend:
      'Konto sperren: Formulare weisen Einsendungen ab, Schlüssel und Personen haben keinen Zugang (resume hebt es auf)',
    delete: 'Konto mit allem, was dazugehört, löschen; fragt vorher nach',
  },
};
