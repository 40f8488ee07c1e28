/** The Italian texts of usage. */
import type { UsageTexts } from './usage.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('it');

export const usageIt: UsageTexts = {
  title: 'Utilizzo',
  used: 'Invii usati questo mese',
  tooEarly: 'È presto nel mese per una previsione.',
  near: 'È stato usato l’80 % della quantità del mese. Quando sarà esaurita, i moduli rifiuteranno gli invii fino alla fine del mese. L’operatore del servizio può cambiare il piano.',
  full: 'La quantità del mese è esaurita: i moduli rifiutano gli invii fino alla fine del mese. L’operatore del servizio può aumentarla subito.',
  willBeFull:
    'A questo ritmo la quantità non basta fino alla fine del mese. L’operatore del servizio può cambiare il piano.',
  ownFormsOnly: 'Vede i dati dei Suoi moduli. Il piano dell’account conta tutti gli invii insieme.',
  byForm: 'Per modulo',
  byFormHint: 'Mesi e giorni sono in UTC. Lo spam non conta.',
  noForms: 'Non ci sono ancora moduli.',
  form: 'Modulo',
  share: 'Quota',
  received: 'Ricevuti',
  spam: 'Spam',
  deletedForms: 'Moduli eliminati e spam sbloccato in seguito',
  perDay: 'Al giorno',
  plan: 'Piano',
  perMonth: 'Invii',
  files: 'File',
  noFiles: 'Non inclusi',
  planHint: 'Piano e quantità sono stabiliti dall’operatore del servizio.',
  ofLimit: (limit) => `su ${limit} invii`,
  remaining: (count) => n(count, { one: 'Resta # invio', other: 'Restano # invii' }),
  forecast: (count, day) => `A questo ritmo circa ${count} entro il ${day}`,
  submissions: (count) => n(count, { one: '# al mese', other: '# al mese' }),
  upTo: (size) => `Fino a ${size} ciascuno`,
};
