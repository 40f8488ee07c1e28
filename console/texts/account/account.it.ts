/** The Italian texts of the account. */
import type { AccountTexts } from './account.en.ts';

export const accountIt: AccountTexts = {
  title: 'Account',
  account: 'Generale',
  name: 'Nome',
  plan: 'Piano',
  toUsage: 'Vedi l’utilizzo',
  accountId: 'Id dell’account',
  copyId: 'Copia l’id',
  yourName: 'Nome',
  you: 'Lei',
  email: 'Indirizzo e-mail',
  key: 'Chiave',
  keyHint: 'Sta usando la console con una chiave. La sessione termina con essa.',
  preferences: 'Preferenze',
  preferencesHint: 'Vengono ricordate su questo dispositivo.',
  sessions: 'Sessioni',
  sessionsHint: 'Una sessione termina da sola dopo 12 ore di inattività e al più tardi dopo 7 giorni.',
  keySession: 'Per chiudere tutte le sessioni di questa chiave, la revochi.',
  askOwner: 'Per essere disconnesso da tutti i Suoi dispositivi, si rivolga a un proprietario dell’account.',
  everywhereTitle: 'Disconnettersi ovunque?',
  apps: 'App collegate',
  appsHint:
    'Programmi ammessi con «Consenti». Fanno ciò che è stato concordato e mai più di quanto può la persona.',
  app: 'App',
  noApps: 'Nessuna app è collegata.',
  disconnect: 'Scollega',
  disconnectText: 'L’app viene respinta alla prossima richiesta. I webhook che ha creato vengono eliminati.',
  disconnectNamed: (name: string) => `Scollega ${name}`,
  disconnectTitle: (name: string) => `Scollegare «${name}»?`,
  disconnected: (name: string) => `«${name}» è scollegata`,
  operator: 'Per l’operatore',
  operatorHint:
    'Ciò che stabilisce chi gestisce il servizio, come comandi da incollare nella cartella del progetto. Le parti in maiuscolo vanno sostituite.',
  commands: {
    rename: 'Rinominare l’account',
    plan: 'Cambiare il piano, subito: free, pro o team',
    quota: 'Cambiare la quantità mensile',
    email: 'Impostare l’indirizzo per gli avvisi sull’utilizzo',
    invite: 'Invitare un proprietario quando nessuno riesce a entrare',
    key: 'Creare una chiave di gestione',
    suspend:
      'Sospendere l’account: i moduli rifiutano gli invii, chiavi e persone restano fuori (resume la revoca)',
    delete: 'Eliminare l’account con tutto ciò che gli appartiene; chiede conferma',
  },
};
