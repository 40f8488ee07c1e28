/** Italian strings for the usage screen. */
import type { UsageTexts } from './usage.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('it');

export const usageIt: UsageTexts = {
  title: 'Utilizzo',
  used: 'Invii di questo mese',
  tooEarly: 'Il mese è appena iniziato: è ancora presto per una previsione.',
  near: 'Ha usato l’80% della quota del mese. Quando sarà esaurita, i moduli rifiuteranno gli invii fino alla fine del mese. Il gestore del servizio può cambiare il piano.',
  full: 'La quota del mese è esaurita. I moduli rifiutano gli invii fino alla fine del mese. Il gestore del servizio può aumentarla subito.',
  willBeFull:
    'A questo ritmo, la quota non basterà fino alla fine del mese. Il gestore del servizio può cambiare il piano.',
  ownFormsOnly: 'Sono mostrati solo i moduli a cui ha accesso. La quota vale per l’intero account.',
  byForm: 'Per modulo',
  byFormHint: 'Giorni e mesi sono in UTC. Lo spam non viene conteggiato nella quota.',
  noForms: 'Non ci sono ancora moduli.',
  form: 'Modulo',
  share: 'Percentuale',
  received: 'Ricevuti',
  spam: 'Spam',
  deletedForms: 'Moduli eliminati e spam spostato in seguito nella posta in arrivo',
  perDay: 'Al giorno',
  plan: 'Piano',
  perMonth: 'Invii',
  files: 'File',
  noFiles: 'Non inclusi',
  planHint: 'Il gestore del servizio stabilisce piano e quota.',
  ofLimit: (limit) => `su ${limit} invii`,
  remaining: (count) => n(count, { one: 'Resta # invio', other: 'Restano # invii' }),
  forecast: (count, day) => `A questo ritmo, circa ${count} entro il ${day}`,
  submissions: (count) => n(count, { one: '# al mese', other: '# al mese' }),
  upTo: (size) => `Fino a ${size} ciascuno`,
};
