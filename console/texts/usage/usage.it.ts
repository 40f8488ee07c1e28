/** Italian strings for the usage screen. */
import type { UsageTexts } from './usage.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('it');

export const usageIt: UsageTexts = {
  title: 'Utilizzo',
  used: 'Invii di questo mese',
  tooEarly: 'È ancora presto per una previsione di questo mese.',
  near: 'La quota di questo mese è quasi esaurita. Quando sarà esaurita, i moduli rifiuteranno gli invii fino al mese prossimo. Per cambiare piano, si rivolga al gestore del servizio.',
  full: 'La quota di questo mese è esaurita. I moduli rifiutano gli invii fino al mese prossimo. Per aumentarla subito, si rivolga al gestore del servizio.',
  willBeFull:
    'A questo ritmo, la quota non basterà fino alla fine del mese. Per cambiare piano, si rivolga al gestore del servizio.',
  ownFormsOnly: 'Sono mostrati solo i moduli a cui ha accesso. La quota vale per l’intero account.',
  formsRefuse: 'I moduli stanno rifiutando invii.',
  quotaNear: (percent: string) =>
    `Ha usato ${percent.startsWith('8') ? 'l’' : 'il '}${percent} della quota di questo mese.`,
  refused: 'Invii rifiutati',
  refusedHint:
    'Ultimi 7 giorni (UTC). Contiamo gli invii rifiutati, ma non ne salviamo il contenuto. Con carichi molto elevati, alcuni potrebbero non essere conteggiati.',
  noneRefused: 'Nessun invio rifiutato.',
  reason: 'Motivo',
  posts: 'Invii',
  reasons: {
    'validation-failed': 'Valori mancanti o non validi',
    'rate-limited': 'Troppi invii da un solo indirizzo',
    'quota-exceeded': 'Quota mensile esaurita',
    'turnstile-failed': 'Verifica anti-bot non superata',
    'challenge-failed': 'Calcolo di verifica mancante o errato',
    'origin-not-allowed': 'Inviato da un sito non consentito',
    'form-not-live': 'Modulo in pausa o in bozza',
    'body-too-large': 'Invio troppo grande',
    'file-too-large': 'File troppo grande',
    'uploads-not-allowed': 'File non inclusi nel piano',
    'bad-body': 'Invio illeggibile',
    'unsupported-encoding': 'Compressione non supportata',
    'invalid-key': 'Chiave non valida per il modulo',
    'webhook-loop': 'Inviato da un webhook di questo servizio',
  },
  byForm: 'Per modulo',
  byFormHint: 'Giorni e mesi sono in UTC. Lo spam non viene conteggiato nella quota.',
  noForms: 'Ancora nessun modulo',
  form: 'Modulo',
  share: 'Percentuale',
  received: 'Ricevuti',
  spam: 'Spam',
  otherForms: 'Altri moduli e spam recuperato',
  deletedForms: 'Moduli eliminati e spam recuperato',
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
