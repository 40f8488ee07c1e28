/** Italian strings for the field editor. */
import { pluralsOf } from '../plurals.ts';
import type { FieldsTexts } from './fields.en.ts';

const n = pluralsOf('it');

export const fieldsIt: FieldsTexts = {
  noFieldsHint:
    'Questo modulo accetta qualsiasi campo. Definisca i campi per convalidarli, dare loro un’etichetta e mantenere ovunque lo stesso ordine.',
  fieldsHint:
    'Posta in arrivo, email ed esportazioni usano questo ordine. Gli invii che non corrispondono a questi campi vengono rifiutati.',
  addField: 'Aggiungi campo',
  fromSubmissions: (count) =>
    n(count, { one: 'Aggiungi # campo dagli invii', other: 'Aggiungi # campi dagli invii' }),
  fromHtml: 'Importa campi da HTML',
  fromHtmlHint:
    'Incolli l’HTML della pagina che contiene il modulo. I campi di quel modulo sostituiscono quelli attuali. Nulla viene salvato finché non salva le modifiche.',
  htmlOfPage: 'HTML della pagina',
  noFormInHtml: 'In questo HTML non è stato trovato alcun modulo con campi.',
  takeFields: (count) => n(count, { one: 'Importa # campo', other: 'Importa # campi' }),
  whichForm: 'Modulo',
  formNumber: (number) => `Modulo ${number}`,
  movedTo: (name, position, count) => `${name} è ora in posizione ${position} di ${count}`,
  moveUp: (name) => `Sposta ${name} in su`,
  moveDown: (name) => `Sposta ${name} in giù`,
  required: 'Obbligatorio',
  mustBeFilled: 'Campo obbligatorio',
  label: 'Etichetta',
  postedName: 'Nome del campo nel suo HTML',
  type: 'Tipo',
  types: {
    text: 'Testo',
    email: 'Indirizzo email',
    url: 'URL',
    tel: 'Telefono',
    number: 'Numero',
    date: 'Data',
    choice: 'Scelta singola',
    choices: 'Scelta multipla',
    checkbox: 'Casella di controllo',
    file: 'File',
  },
  limits: {
    min_length: 'Lunghezza minima',
    max_length: 'Lunghezza massima',
    pattern: 'Espressione regolare',
    min: 'Minimo',
    max: 'Massimo',
    step: 'Incremento',
    options: 'Opzioni',
    accept: 'Tipi di file',
    max_files: 'Numero massimo di file',
  },
  earliest: 'Data minima',
  latest: 'Data massima',
  patternHint: 'Un’espressione regolare a cui deve corrispondere l’intero valore.',
  tryValue: 'Prova un valore',
  valueAccepted: 'Accettato',
  valueMismatch: 'Questo valore non corrisponde all’espressione regolare.',
  optionsHint: 'Una per riga.',
  acceptHint: 'Estensioni e tipi MIME separati da virgole. Lasci vuoto per consentire tutti i file.',
  unknownHint: 'Scelga che cosa fare dei campi inviati che non ha definito.',
  unknownDo: 'Campi non definiti',
  unknown: { keep: 'Conserva', drop: 'Scarta', refuse: 'Rifiuta l’invio' },
  unknownHints: {
    keep: 'I campi non definiti appaiono dopo quelli definiti.',
    drop: 'Vengono salvati solo i campi definiti.',
    refuse: 'L’intero invio viene rifiutato.',
  },
};
