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
