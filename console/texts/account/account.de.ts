/** German texts for the account screen. */
import type { AccountTexts } from './account.en.ts';

export const accountDe: AccountTexts = {
  title: 'Konto',
  account: 'Allgemein',
  name: 'Name',
  plan: 'Tarif',
  toUsage: 'Nutzung ansehen',
  accountId: 'Konto-ID',
  copyId: 'ID kopieren',
  yourName: 'Name',
  you: 'Sie',
  email: 'E-Mail-Adresse',
  key: 'Schlüssel',
  keyHint:
    'Sie sind mit einem Schlüssel angemeldet. Ihre Sitzung endet, wenn er abläuft oder widerrufen wird.',
  preferences: 'Einstellungen',
  preferencesHint: 'Wird auf diesem Gerät gespeichert.',
  sessions: 'Sitzungen',
  sessionsHint: 'Eine Sitzung endet nach 12 Stunden Inaktivität, spätestens nach 7 Tagen.',
  keySession: 'Widerrufen Sie diesen Schlüssel, um alle seine Sitzungen zu beenden.',
  askOwner:
    'Wenn Sie auf allen Geräten abgemeldet werden möchten, wenden Sie sich an einen Inhaber des Kontos.',
  everywhereTitle: 'Überall abmelden?',
  apps: 'Verbundene Apps',
  appsHint:
    'Apps, denen jemand mit „Erlauben“ Zugriff gegeben hat. Sie dürfen nur, was erlaubt wurde, und nie mehr als diese Person selbst.',
  app: 'App',
  noApps: 'Keine verbundenen Apps.',
  disconnect: 'Trennen',
  disconnectText:
    'Die App verliert bei der nächsten Anfrage den Zugriff. Webhooks, die sie erstellt hat, werden gelöscht.',
  disconnectNamed: (name: string) => `${name} trennen`,
  disconnectTitle: (name: string) => `„${name}“ trennen?`,
  disconnected: (name: string) => `„${name}“ wurde getrennt`,
  operator: 'Für den Betreiber',
  operatorHint:
    'Befehle für den Betreiber dieses Dienstes. Führen Sie sie im Projektordner aus und ersetzen Sie die Wörter in Großbuchstaben.',
  commands: {
    rename: 'Konto umbenennen',
    plan: 'Tarif sofort ändern: free, pro oder team',
    quota: 'Monatliches Kontingent ändern',
    email: 'Adresse für Hinweise zur Nutzung festlegen',
    invite: 'Einen Inhaber einladen, wenn sich niemand mehr anmelden kann',
    key: 'Verwaltungsschlüssel erstellen',
    suspend:
      'Konto sperren: Formulare lehnen Einsendungen ab, Schlüssel und Personen verlieren den Zugriff (resume hebt die Sperre auf)',
    delete: 'Konto mit allen Daten löschen (nach Rückfrage)',
  },
};
