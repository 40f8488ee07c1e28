/** Spanish messages about the values in a request. */
import type { Bound, ValueFormat, ValueMessages, ValueType } from '../../core/errors/message.ts';
import { countedIn, decimalComma } from '../../core/errors/plural.ts';

const counted = countedIn('es');

const valueTypes: Readonly<Record<ValueType, string>> = {
  text: 'un texto',
  number: 'un número',
  'whole-number': 'un número entero',
  boolean: 'true o false',
  list: 'una lista',
  object: 'un objeto',
  null: 'null',
};
const bounds: Readonly<Record<Bound, string>> = {
  exactly: 'exactamente',
  'at-least': 'como mínimo',
  'at-most': 'como máximo',
  above: 'mayor que',
  below: 'menor que',
};
const formats: Readonly<Record<ValueFormat, string>> = {
  email: 'una dirección de correo, por ejemplo ada@example.com',
  url: 'una URL, por ejemplo https://www.example.com',
  time: 'una fecha y hora ISO 8601, por ejemplo 2026-11-30T12:00:00Z',
  date: 'una fecha, por ejemplo 2026-11-30',
};
const forExample = (example: string | undefined): string =>
  example === undefined ? '' : `, por ejemplo ${example}`;

export const spanishValues: ValueMessages = {
  'not-known-here': ({ suggestion }) =>
    `no es un nombre conocido${suggestion === undefined ? '' : ` (¿quería decir «${suggestion}»?)`}`,
  'value-required': () => 'es obligatorio',
  'value-type': ({ types, example }) =>
    `debe ser ${types.map((type) => valueTypes[type]).join(' o ')}${forExample(example)}`,
  'value-options': ({ options }) =>
    options.length === 1
      ? `debe ser ${options.join('')}`
      : `debe ser uno de estos valores: ${options.join(', ')}`,
  'value-limit': ({ bound, limit, of }) => {
    if (of !== 'number' && bound === 'at-least' && limit === 1) return 'no puede estar vacío';
    if (of === 'characters')
      return `debe tener ${bounds[bound]} ${counted(limit, { one: 'carácter', other: 'caracteres' })}`;
    if (of === 'entries')
      return `debe tener ${bounds[bound]} ${counted(limit, { one: 'elemento', other: 'elementos' })}`;
    return `debe ser ${bounds[bound]} ${decimalComma(limit)}`;
  },
  'value-multiple': ({ divisor }) => `debe ser un múltiplo de ${decimalComma(divisor)}`,
  'value-format': ({ format }) => `debe ser ${formats[format]}`,
  'value-name': ({ reason }) => `no es un nombre válido: ${reason}`,
  'value-wrong': ({ example }) => `no es válido${forExample(example)}`,
};
