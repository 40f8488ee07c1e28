/** Russian messages about the values in a request. */
import type { Bound, ValueFormat, ValueMessages, ValueType } from '../../core/errors/message.ts';
import { decimalComma } from '../../core/errors/plural.ts';

const valueTypes: Readonly<Record<ValueType, string>> = {
  text: 'текст',
  number: 'число',
  'whole-number': 'целое число',
  boolean: 'true или false',
  list: 'список',
  object: 'объект',
  null: 'null',
};
const bounds: Readonly<Record<Bound, string>> = {
  exactly: 'ровно',
  'at-least': 'не менее',
  'at-most': 'не более',
  above: 'больше',
  below: 'меньше',
};
const formats: Readonly<Record<ValueFormat, string>> = {
  email: 'адрес электронной почты, например ada@example.com',
  url: 'URL, например https://www.example.com',
  time: 'время в формате ISO 8601, например 2026-11-30T12:00:00Z',
  date: 'дата, например 2026-11-30',
};
const forExample = (example: string | undefined): string =>
  example === undefined ? '' : `, например ${example}`;

export const russianValues: ValueMessages = {
  'not-known-here': ({ suggestion }) =>
    `— неизвестное имя${suggestion === undefined ? '' : ` (возможно, имелось в виду «${suggestion}»?)`}`,
  'value-required': () => '— обязательный параметр',
  'value-type': ({ types, example }) =>
    `— ожидается ${types.map((type) => valueTypes[type]).join(' или ')}${forExample(example)}`,
  'value-options': ({ options }) =>
    options.length === 1
      ? `— допустимо только значение ${options.join('')}`
      : `— допустимые значения: ${options.join(', ')}`,
  'value-limit': ({ bound, limit, of }) => {
    if (of !== 'number' && bound === 'at-least' && limit === 1) return 'не может быть пустым';
    if (of === 'characters') return `— длина в символах: ${bounds[bound]} ${limit}`;
    if (of === 'entries') return `— количество элементов: ${bounds[bound]} ${limit}`;
    return `— значение должно быть ${bounds[bound]} ${decimalComma(limit)}`;
  },
  'value-multiple': ({ divisor }) => `— значение должно быть кратно ${decimalComma(divisor)}`,
  'value-format': ({ format }) => `— ожидается ${formats[format]}`,
  'value-name': ({ reason }) => `— недопустимое имя: ${reason}`,
  'value-wrong': ({ example }) => `— недопустимое значение${forExample(example)}`,
};
