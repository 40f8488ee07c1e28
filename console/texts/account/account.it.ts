/** Italian strings for the account screen. */
import type { AccountTexts } from './account.en.ts';

export const accountIt: AccountTexts = {
  title: 'Account',
  account: 'Generale',
  name: 'Nome',
  plan: 'Piano',
  toUsage: 'Vedi l’utilizzo',
  timeZone: 'Fuso orario',
  timeZoneHint: 'Vale per le email e le esportazioni dei moduli senza un fuso orario proprio.',
  accountId: 'ID dell’account',
  copyId: 'Copia ID',
  yourName: 'Nome',
  you: 'Lei',
  email: 'Indirizzo email',
  key: 'Chiave',
  keyHint:
    'Ha effettuato l’accesso con una chiave. La sessione termina quando la chiave scade o viene revocata.',
  preferences: 'Preferenze',
  preferencesHint: 'Queste preferenze vengono salvate su questo dispositivo.',
  sessions: 'Sessioni',
  sessionsHint: 'Le sessioni scadono dopo 12 ore di inattività o 7 giorni dopo l’accesso.',
  keySession: 'Per chiudere tutte le sessioni aperte con questa chiave, la revochi.',
  askOwner: 'Per chiudere le sue sessioni su tutti i dispositivi, si rivolga a un proprietario dell’account.',
  everywhereTitle: 'Chiudere tutte le sessioni?',
  agents: 'Agenti IA',
  agentsHint:
    'Colleghi ai suoi moduli un agente come Claude o ChatGPT. Potrà leggere e organizzare gli invii con i permessi che lei gli concede.',
  agentAddress: 'Indirizzo del server',
  copyAddress: 'Copia indirizzo',
  agentGuide: 'Come collegare un agente',
  noAgents: 'Nessun agente collegato.',
  apps: 'App collegate',
  appsHint:
    'Le app collegate possono usare solo i permessi concessi. Non hanno mai un accesso più ampio di quello della persona che le ha collegate.',
  app: 'App',
  noApps: 'Nessuna app collegata.',
  disconnect: 'Scollega',
  disconnectText: 'L’app perderà subito l’accesso. Verranno eliminati anche i webhook creati dall’app.',
  disconnectNamed: (name: string) => `Scollega ${name}`,
  disconnectTitle: (name: string) => `Scollegare «${name}»?`,
  disconnected: (name: string) => `«${name}» è stata scollegata`,
  operator: 'Riservato al gestore del servizio',
  operatorHint:
    'Solo il gestore di questo servizio può sospendere o eliminare l’account, o cambiarne il nome, il piano, la quota e l’indirizzo per gli avvisi sull’utilizzo. Nella richiesta indichi l’ID dell’account riportato sopra.',
};
