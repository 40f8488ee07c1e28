/** Italian messages about the values in a request. */
import type { Bound, ValueFormat, ValueMessages, ValueType } from '../../core/errors/message.ts';
import { countedIn, decimalComma } from '../../core/errors/plural.ts';

const counted = countedIn('it');

const valueTypes: Readonly<Record<ValueType, string>> = {
  text: 'un testo',
  number: 'un numero',
  'whole-number': 'un numero intero',
  boolean: 'true o false',
  list: 'un elenco',
  object: 'un oggetto',
  null: 'null',
};
const bounds: Readonly<Record<Bound, string>> = {
  exactly: 'esattamente',
  'at-least': 'almeno',
  'at-most': 'al massimo',
  above: 'maggiore di',
  below: 'minore di',
};
const formats: Readonly<Record<ValueFormat, string>> = {
  email: 'un indirizzo email, per esempio ada@example.com',
  url: 'un URL, per esempio https://www.example.com',
  time: 'una data e ora ISO 8601, per esempio 2026-11-30T12:00:00Z',
  date: 'una data, per esempio 2026-11-30',
};
const forExample = (example: string | undefined): string =>
  example === undefined ? '' : `, per esempio ${example}`;

export const italianValues: ValueMessages = {
  'not-known-here': ({ suggestion }) =>
    `non è un nome conosciuto${suggestion === undefined ? '' : ` (intendeva «${suggestion}»?)`}`,
  'value-required': () => 'è obbligatorio',
  'value-type': ({ types, example }) =>
    `deve essere ${types.map((type) => valueTypes[type]).join(' o ')}${forExample(example)}`,
  'value-options': ({ options }) =>
    options.length === 1
      ? `deve essere ${options.join('')}`
      : `deve essere uno di questi valori: ${options.join(', ')}`,
  'value-limit': ({ bound, limit, of }) => {
    if (of !== 'number' && bound === 'at-least' && limit === 1) return 'non può essere vuoto';
    if (of === 'characters')
      return `deve avere ${bounds[bound]} ${counted(limit, { one: 'carattere', other: 'caratteri' })}`;
    if (of === 'entries')
      return `deve avere ${bounds[bound]} ${counted(limit, { one: 'elemento', other: 'elementi' })}`;
    return `deve essere ${bounds[bound]} ${decimalComma(limit)}`;
  },
  'value-multiple': ({ divisor }) => `deve essere un multiplo di ${decimalComma(divisor)}`,
  'value-format': ({ format }) => `deve essere ${formats[format]}`,
  'value-name': ({ reason }) => `non è un nome valido: ${reason}`,
  'value-wrong': ({ example }) => `non è valido${forExample(example)}`,
};
