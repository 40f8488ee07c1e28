/** Italian texts for the account screen. */
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
  preferencesHint: 'Vengono salvate su questo dispositivo.',
  sessions: 'Sessioni',
  sessionsHint: 'Una sessione termina dopo 12 ore di inattività e, in ogni caso, dopo 7 giorni.',
  keySession: 'Revochi questa chiave per chiudere tutte le sue sessioni.',
  askOwner:
    'Per chiudere le sessioni su tutti i suoi dispositivi, si rivolga a un proprietario dell’account.',
  everywhereTitle: 'Chiudere tutte le sessioni?',
  apps: 'App collegate',
  appsHint:
    'App a cui qualcuno ha dato accesso con «Consenti». Possono fare solo ciò che è stato autorizzato, e mai più di quanto può fare quella persona.',
  app: 'App',
  noApps: 'Nessuna app collegata.',
  disconnect: 'Scollega',
  disconnectText:
    'L’app perderà l’accesso alla richiesta successiva. I webhook che ha creato verranno eliminati.',
  disconnectNamed: (name: string) => `Scollega ${name}`,
  disconnectTitle: (name: string) => `Scollegare «${name}»?`,
  disconnected: (name: string) => `«${name}» è stata scollegata`,
  operator: 'Per il gestore',
  operatorHint:
    'Comandi per il gestore di questo servizio. Li esegua nella cartella del progetto e sostituisca le parole in maiuscolo.',
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
