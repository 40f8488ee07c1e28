/** German messages about the values in a request. */
import type { Bound, ValueFormat, ValueMessages, ValueType } from '../../core/errors/message.ts';
import { countedIn, decimalComma } from '../../core/errors/plural.ts';

const counted = countedIn('de');

const valueTypes: Readonly<Record<ValueType, string>> = {
  text: 'ein Text',
  number: 'eine Zahl',
  'whole-number': 'eine ganze Zahl',
  boolean: 'true oder false',
  list: 'eine Liste',
  object: 'ein Objekt',
  null: 'null',
};
const bounds: Readonly<Record<Bound, string>> = {
  exactly: 'genau',
  'at-least': 'mindestens',
  'at-most': 'höchstens',
  above: 'größer als',
  below: 'kleiner als',
};
const formats: Readonly<Record<ValueFormat, string>> = {
  email: 'eine E-Mail-Adresse sein, zum Beispiel ada@example.com',
  url: 'eine URL sein, zum Beispiel https://www.example.com',
  time: 'ein Zeitpunkt nach ISO 8601 sein, zum Beispiel 2026-11-30T12:00:00Z',
  date: 'ein Datum sein, zum Beispiel 2026-11-30',
};
const forExample = (example: string | undefined): string =>
  example === undefined ? '' : `, zum Beispiel ${example}`;

export const germanValues: ValueMessages = {
  'not-known-here': ({ suggestion }) =>
    `ist kein bekannter Name${suggestion === undefined ? '' : ` (meinten Sie „${suggestion}“?)`}`,
  'value-required': () => 'fehlt',
  'value-type': ({ types, example }) =>
    `muss ${types.map((type) => valueTypes[type]).join(' oder ')} sein${forExample(example)}`,
  'value-options': ({ options }) =>
    options.length === 1
      ? `muss ${options.join('')} sein`
      : `muss einer dieser Werte sein: ${options.join(', ')}`,
  'value-limit': ({ bound, limit, of }) => {
    if (of !== 'number' && bound === 'at-least' && limit === 1) return 'darf nicht leer sein';
    if (of === 'characters') return `muss ${bounds[bound]} ${limit} Zeichen lang sein`;
    if (of === 'entries')
      return `muss ${bounds[bound]} ${counted(limit, { one: 'Eintrag', other: 'Einträge' })} haben`;
    return `muss ${bounds[bound]} ${decimalComma(limit)} sein`;
  },
  'value-multiple': ({ divisor }) => `muss ein Vielfaches von ${decimalComma(divisor)} sein`,
  'value-format': ({ format }) => `muss ${formats[format]}`,
  'value-name': ({ reason }) => `ist kein gültiger Name: ${reason}`,
  'value-wrong': ({ example }) => `ist ungültig${forExample(example)}`,
};
