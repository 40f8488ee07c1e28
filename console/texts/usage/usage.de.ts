/** The German texts of usage. */
import type { UsageTexts } from './usage.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('de');

export const usageDe: UsageTexts = {
  title: 'Verbrauch',
  used: 'In diesem Monat verbrauchte Einsendungen',
  tooEarly: 'Für eine Prognose ist es noch zu früh im Monat.',
  near: '80 % der Monatsmenge sind verbraucht. Ist sie aufgebraucht, weisen Formulare Einsendungen bis zum Monatsende ab. Der Betreiber des Dienstes kann den Tarif ändern.',
  full: 'Die Monatsmenge ist aufgebraucht: Formulare weisen Einsendungen bis zum Monatsende ab. Der Betreiber des Dienstes kann die Menge sofort erhöhen.',
  willBeFull:
    'Bei diesem Tempo reicht die Menge nicht bis zum Monatsende. Der Betreiber des Dienstes kann den Tarif ändern.',
  ownFormsOnly:
    'Sie sehen die Zahlen Ihrer Formulare. Der Tarif des Kontos zählt alle Einsendungen zusammen.',
  byForm: 'Nach Formular',
  byFormHint: 'Monate und Tage gelten nach UTC. Spam zählt nicht.',
  noForms: 'Es gibt noch keine Formulare.',
  form: 'Formular',
  share: 'Anteil',
  received: 'Erhalten',
  spam: 'Spam',
  deletedForms: 'Gelöschte Formulare und später freigegebener Spam',
  perDay: 'Je Tag',
  plan: 'Tarif',
  perMonth: 'Einsendungen',
  files: 'Dateien',
  noFiles: 'Nicht enthalten',
  planHint: 'Tarif und Menge legt der Betreiber des Dienstes fest.',
  ofLimit: (limit) => `von ${limit} Einsendungen`,
  remaining: (count) => n(count, { one: 'Noch # Einsendung frei', other: 'Noch # Einsendungen frei' }),
  forecast: (count, day) => `Bei diesem Tempo etwa ${count} bis ${day}`,
  submissions: (count) => n(count, { one: '# im Monat', other: '# im Monat' }),
  upTo: (size) => `Bis zu ${size} je Datei`,
};
