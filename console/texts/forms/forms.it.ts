/** Italian strings for the list of forms and the first steps. */
import { pluralsOf } from '../plurals.ts';
import type { FormsTexts } from './forms.en.ts';

const n = pluralsOf('it');

export const formsIt: FormsTexts = {
  title: 'Moduli',
  newForm: 'Nuovo modulo',
  name: 'Nome',
  state: 'Stato',
  last30: 'Ultimi 30 giorni',
  unread: 'Da leggere',
  spam: 'Spam',
  columnProblems: 'Problemi',
  columnActions: 'Azioni',
  live: 'Attivo',
  draft: 'Bozza',
  paused: 'In pausa',
  trend: (received) =>
    n(received, { one: '# invio negli ultimi 30 giorni', other: '# invii negli ultimi 30 giorni' }),
  spamCount: (spam) => n(spam, { one: '# spam', other: '# spam' }),
  webhookFails: 'Webhook in errore',
  webhookOff: 'Webhook disattivato',
  mailWaits: 'Destinatario non confermato',
  nobodyNotified: 'Nessuno viene avvisato',
  notifyMe: 'Avvisami',
  addRecipient: 'Aggiungi un destinatario',
  nowNotified: (address) => `I nuovi invii arriveranno a ${address}`,
  openInbox: 'Apri la posta in arrivo',
  settings: 'Impostazioni',
  webhooks: 'Webhook',
  share: 'Condivisione',
  copyAddress: 'Copia URL del modulo',
  actionsOf: (name) => `Azioni per ${name}`,
  filter: 'Cerca un modulo',
  noMatch: 'Nessun modulo trovato',
  noForms: 'Ancora nessun modulo',
  noFormsViewer: 'I moduli compariranno qui quando un proprietario le darà accesso.',
  create: 'Crea modulo',
  formName: 'Nome del modulo',
  formNameHint:
    'Compare nella console, nelle email e nella scheda del browser con la pagina di ringraziamento.',
  created: (name) => `«${name}» è pronto`,
  firstTitle: 'Crei il suo primo modulo',
  firstText: 'Gli dia un nome e riceverà il codice per il suo sito. Poi potrà inviare una prova.',
  waiting: 'In attesa del primo invio',
  waitingText:
    'Aggiunga il codice al suo sito e compili il modulo, oppure invii una prova. Questa pagina si aggiorna automaticamente.',
  arrived: 'Il primo invio è arrivato',
  arrivedText: (name) => `«${name}» funziona.`,
  open: 'Apri invio',
};
