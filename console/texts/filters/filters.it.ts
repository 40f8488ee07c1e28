/** Italian strings for editing webhook and recipient filters. */
import { pluralsOf } from '../plurals.ts';
import type { FiltersTexts } from './filters.en.ts';

const n = pluralsOf('it');

export const filtersIt: FiltersTexts = {
  title: 'Filtro',
  none: 'Vengono inoltrati tutti gli invii.',
  hint: 'Vengono inoltrati solo gli invii che corrispondono. Le modifiche valgono per i nuovi invii.',
  mode: 'Condizioni da soddisfare',
  modes: { all: 'Tutte le condizioni', any: 'Almeno una condizione' },
  joined: { all: 'e', any: 'o' },
  condition: (number: number) => `Condizione ${number}`,
  field: 'Campo',
  otherField: 'Altro campo…',
  fieldName: 'Nome del campo',
  op: 'Confronto',
  value: 'Valore',
  listExample: 'Valori separati da virgole',
  add: 'Aggiungi condizione',
  remove: (number: number) => `Rimuovi la condizione ${number}`,
  removeAll: 'Rimuovi il filtro',
  quoted: (text: string) => `«${text}»`,
  properties: {
    $form: 'Modulo',
    $language: 'Lingua',
    $spam_score: 'Punteggio spam',
    $files: 'Numero di file',
    $page: 'Pagina',
  },
  ops: {
    equals: 'è',
    not_equals: 'non è',
    contains: 'contiene',
    not_contains: 'non contiene',
    starts_with: 'inizia con',
    ends_with: 'finisce con',
    in: 'è uno tra',
    matches: 'corrisponde al pattern',
    greater_than: 'è maggiore di',
    less_than: 'è minore di',
    exists: 'è compilato',
    not_exists: 'è vuoto',
  },
  incomplete: 'Completi le condizioni per vedere quali invii corrispondono.',
  noSubmissions: 'Non ci sono ancora invii su cui provare il filtro.',
  matched: (matched: number, tested: number) =>
    n(tested, {
      one: `Corrispondenze: ${matched} su # invio`,
      other: `Corrispondenze: ${matched} sugli ultimi # invii`,
    }),
  latest: 'Ultimi invii',
  sent: 'Inoltrato',
  notSent: 'Non inoltrato',
  save: 'Salva filtro',
  saved: 'Filtro salvato',
  editOf: (address: string) => `Filtro per ${address}`,
};
