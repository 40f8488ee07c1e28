/** Italian strings for the account screen. */
import type { AccountTexts } from './account.en.ts';

export const accountIt: AccountTexts = {
  title: 'Account',
  account: 'Generale',
  name: 'Nome',
  plan: 'Piano',
  toUsage: 'Vedi l’utilizzo',
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
  sessionsHint: 'Una sessione termina dopo 12 ore di inattività e, in ogni caso, dopo 7 giorni.',
  keySession: 'Per chiudere tutte le sessioni aperte con questa chiave, la revochi.',
  askOwner:
    'Per chiudere le sessioni su tutti i suoi dispositivi, si rivolga a un proprietario dell’account.',
  everywhereTitle: 'Chiudere tutte le sessioni?',
  apps: 'App collegate',
  appsHint:
    'Le app collegate hanno solo i permessi che hanno ricevuto e mai più accesso della persona che le ha collegate.',
  app: 'App',
  noApps: 'Nessuna app collegata.',
  disconnect: 'Scollega',
  disconnectText: 'L’app perderà subito l’accesso. I webhook che ha creato verranno eliminati.',
  disconnectNamed: (name: string) => `Scollega ${name}`,
  disconnectTitle: (name: string) => `Scollegare «${name}»?`,
  disconnected: (name: string) => `«${name}» è stata scollegata`,
  operator: 'Comandi per il gestore',
  operatorHint:
    'Se gestisce questo servizio, esegua questi comandi nella cartella del progetto. Sostituisca le parole in maiuscolo con i suoi valori.',
  commands: {
    rename: 'Rinominare l’account',
    plan: 'Cambiare subito il piano: free, pro o team',
    quota: 'Cambiare la quota mensile',
    email: 'Impostare l’indirizzo per gli avvisi sull’utilizzo',
    invite: 'Invitare un proprietario se nessuno riesce ad accedere',
    key: 'Creare una chiave di gestione',
    suspend:
      'Sospendere l’account: i moduli rifiutano gli invii, chiavi e persone perdono l’accesso (resume lo riattiva)',
    delete: 'Eliminare l’account e tutti i suoi dati (chiede conferma)',
  },
};
