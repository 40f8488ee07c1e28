/** Italian texts of the account screen. */
import type { AccountTexts } from './account.en.ts';

export const accountIt: AccountTexts = {
  title: 'Account',
  account: 'Generale',
  name: 'Nome',
  plan: 'Piano',
  toUsage: 'Vedi utilizzo',
  accountId: 'ID dell’account',
  copyId: 'Copia ID',
  yourName: 'Nome',
  you: 'Lei',
  email: 'Indirizzo email',
  key: 'Chiave',
  keyHint:
    'Sta usando la console con una chiave. La sessione termina quando la chiave scade o viene revocata.',
  preferences: 'Preferenze',
  preferencesHint: 'Vengono salvate su questo dispositivo.',
  sessions: 'Sessioni',
  sessionsHint: 'Una sessione termina dopo 12 ore di inattività e al più tardi dopo 7 giorni.',
  keySession: 'Revochi questa chiave per chiudere tutte le sue sessioni.',
  askOwner: 'Per disconnettersi da tutti i dispositivi, si rivolga a un proprietario dell’account.',
  everywhereTitle: 'Disconnettersi ovunque?',
  apps: 'App collegate',
  appsHint:
    'App a cui qualcuno ha dato accesso con «Consenti». Possono fare solo ciò che è stato autorizzato e mai più di quella persona.',
  app: 'App',
  noApps: 'Nessuna app collegata.',
  disconnect: 'Scollega',
  disconnectText: 'L’app perde l’accesso alla prossima richiesta. I webhook che ha creato vengono eliminati.',
  disconnectNamed: (name: string) => `Scollega ${name}`,
  disconnectTitle: (name: string) => `Scollegare «${name}»?`,
  disconnected: (name: string) => `«${name}» è stata scollegata`,
  operator: 'Per il gestore',
  operatorHint:
    'Comandi per chi gestisce questo servizio. Li incolli nella cartella del progetto e sostituisca le parole in maiuscolo.',
  commands: {
    rename: 'Rinominare l’account',
    plan: 'Cambiare subito il piano: free, pro o team',
    quota: 'Cambiare la quota mensile',
    email: 'Impostare l’indirizzo per gli avvisi sull’utilizzo',
    invite: 'Invitare un proprietario quando nessuno riesce ad accedere',
    key: 'Creare una chiave di gestione',
    suspend:
      'Sospendere l’account: i moduli rifiutano gli invii, chiavi e persone perdono l’accesso (resume lo riattiva)',
    delete: 'Eliminare l’account e tutti i suoi dati (chiede conferma)',
  },
};
