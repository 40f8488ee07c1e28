/** German strings for the account screen. */
import type { AccountTexts } from './account.en.ts';

export const accountDe: AccountTexts = {
  title: 'Konto',
  account: 'Allgemein',
  name: 'Name',
  plan: 'Tarif',
  toUsage: 'Nutzung ansehen',
  timeZone: 'Zeitzone',
  timeZoneHint: 'Gilt für E-Mails und Exporte von Formularen, die keine eigene Zeitzone haben.',
  accountId: 'Konto-ID',
  copyId: 'ID kopieren',
  yourName: 'Name',
  you: 'Sie',
  email: 'E-Mail-Adresse',
  key: 'Schlüssel',
  keyHint:
    'Sie sind mit einem Schlüssel angemeldet. Ihre Sitzung endet, wenn er abläuft oder widerrufen wird.',
  preferences: 'Einstellungen',
  preferencesHint: 'Diese Einstellungen werden auf diesem Gerät gespeichert.',
  sessions: 'Sitzungen',
  sessionsHint: 'Sitzungen enden nach 12 Stunden Inaktivität, spätestens 7 Tage nach der Anmeldung.',
  keySession: 'Um alle Sitzungen mit diesem Schlüssel zu beenden, widerrufen Sie ihn.',
  askOwner: 'Bitten Sie einen Inhaber des Kontos, Sie auf allen Geräten abzumelden.',
  everywhereTitle: 'Überall abmelden?',
  agents: 'KI-Agenten',
  agentsHint:
    'Verbinden Sie einen Agenten wie Claude oder ChatGPT mit Ihren Formularen. Im Rahmen der Berechtigungen, die Sie ihm erteilen, kann er Einsendungen lesen und ordnen.',
  agentAddress: 'Serveradresse',
  copyAddress: 'Adresse kopieren',
  agentGuide: 'So verbinden Sie einen Agenten',
  noAgents: 'Keine verbundenen Agenten.',
  apps: 'Verbundene Apps',
  appsHint:
    'Verbundene Apps haben nur die Berechtigungen, die ihnen erteilt wurden, und nie mehr Zugriff als die Person, die sie verbunden hat.',
  app: 'App',
  noApps: 'Keine verbundenen Apps.',
  disconnect: 'Trennen',
  disconnectText: 'Die App verliert sofort den Zugriff. Webhooks, die sie erstellt hat, werden gelöscht.',
  disconnectNamed: (name: string) => `${name} trennen`,
  disconnectTitle: (name: string) => `„${name}“ trennen?`,
  disconnected: (name: string) => `„${name}“ wurde getrennt`,
  operator: 'Vom Betreiber verwaltet',
  operatorHint:
    'Nur der Betreiber dieses Dienstes kann das Konto umbenennen, sperren oder löschen, den Tarif oder das Kontingent ändern und die Adresse für Nutzungshinweise festlegen. Geben Sie bei Ihrer Anfrage die oben angezeigte Konto-ID an.',
};
