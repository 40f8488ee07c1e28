/** German strings for editing webhook and recipient filters. */
import { pluralsOf } from '../plurals.ts';
import type { FiltersTexts } from './filters.en.ts';

const n = pluralsOf('de');

export const filtersDe: FiltersTexts = {
  title: 'Filter',
  none: 'Alle Einsendungen werden gesendet.',
  hint: 'Nur passende Einsendungen werden gesendet. Änderungen gelten für neue Einsendungen.',
  mode: 'Erforderlich',
  modes: { all: 'Alle Bedingungen', any: 'Mindestens eine Bedingung' },
  joined: { all: 'und', any: 'oder' },
  condition: (number: number) => `Bedingung ${number}`,
  field: 'Feld',
  otherField: 'Anderes Feld …',
  fieldName: 'Feldname',
  op: 'Vergleich',
  value: 'Wert',
  listExample: 'Werte, durch Kommas getrennt',
  add: 'Bedingung hinzufügen',
  remove: (number: number) => `Bedingung ${number} entfernen`,
  removeAll: 'Filter entfernen',
  quoted: (text: string) => `„${text}“`,
  properties: {
    $form: 'Formular',
    $language: 'Sprache',
    $spam_score: 'Spam-Score',
    $files: 'Anzahl der Dateien',
    $page: 'Seite',
  },
  ops: {
    equals: 'ist',
    not_equals: 'ist nicht',
    contains: 'enthält',
    not_contains: 'enthält nicht',
    starts_with: 'beginnt mit',
    ends_with: 'endet mit',
    in: 'ist einer der Werte',
    matches: 'entspricht dem Muster',
    greater_than: 'ist größer als',
    less_than: 'ist kleiner als',
    exists: 'ist ausgefüllt',
    not_exists: 'ist leer',
  },
  incomplete: 'Füllen Sie die Bedingungen aus, um passende Einsendungen zu sehen.',
  noSubmissions: 'Es gibt noch keine Einsendungen, an denen der Filter getestet werden kann.',
  matched: (matched: number, tested: number) =>
    n(tested, {
      one: `${matched} von # Einsendung passt`,
      other: `${matched} der letzten # Einsendungen ${matched === 1 ? 'passt' : 'passen'}`,
    }),
  latest: 'Neueste Einsendungen',
  sent: 'Wird gesendet',
  notSent: 'Wird nicht gesendet',
  save: 'Filter speichern',
  saved: 'Filter gespeichert',
  editOf: (address: string) => `Filter für ${address}`,
};
