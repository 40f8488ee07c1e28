/** Builds request bodies of any length that could take disproportionately long to parse. */
import { BOUNDARY, MULTIPART } from './multipart.ts';

export interface HostileBody {
  readonly name: string;
  readonly contentType: string;
  /** Builds a body of approximately this many bytes. */
  readonly make: (bytes: number) => Buffer;
}

const URLENCODED = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Repeats the text `unit` until it fills at least this many bytes. */
const filled = (unit: string, bytes: number): string => unit.repeat(Math.ceil(bytes / unit.length));
const numbered = (bytes: number, each: (index: number) => string, separator: string): string => {
  const all: string[] = [];
  for (let length = 0; length < bytes; length += (all.at(-1)?.length ?? 0) + separator.length)
    all.push(each(all.length));
  return all.join(separator);
};

const urlencoded = (name: string, make: (bytes: number) => string): HostileBody => ({
  name: `urlencoded: ${name}`,
  contentType: URLENCODED,
  make: (bytes) => Buffer.from(make(bytes)),
});
const json = (name: string, make: (bytes: number) => string): HostileBody => ({
  name: `JSON: ${name}`,
  contentType: JSON_TYPE,
  make: (bytes) => Buffer.from(make(bytes)),
});
const multipart = (
  name: string,
  make: (bytes: number) => string,
  contentType: string = MULTIPART,
): HostileBody => ({
  name: `multipart: ${name}`,
  contentType,
  make: (bytes) => Buffer.from(make(bytes), 'latin1'),
});

const part = (headers: string, value = 'x'): string => `--${BOUNDARY}\r\n${headers}\r\n\r\n${value}\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const FIELD = 'Content-Disposition: form-data; name="a"';
const MONOTONOUS = 'a'.repeat(70);

export const hostileBodies: readonly HostileBody[] = [
  urlencoded('valueless pairs', (bytes) => filled('a&', bytes)),
  urlencoded('different valueless pairs', (bytes) => numbered(bytes, (i) => `f${i}`, '&')),
  urlencoded('nothing but &', (bytes) => filled('&', bytes)),
  urlencoded('nothing but =', (bytes) => filled('=', bytes)),
  urlencoded('nothing but %', (bytes) => filled('%', bytes)),
  urlencoded('nothing but +', (bytes) => filled('+', bytes)),
  urlencoded('a value of %', (bytes) => `a=${filled('%', bytes)}`),
  urlencoded('a value of +', (bytes) => `a=${filled('+', bytes)}`),
  urlencoded('a value of %zz', (bytes) => `a=${filled('%zz', bytes)}`),
  urlencoded('encoded surrogates', (bytes) => `a=${filled('%ED%A0%80', bytes)}`),
  urlencoded('a long name', (bytes) => filled('a', bytes)),
  urlencoded('a name in many brackets', (bytes) => `a${filled('[b]', bytes)}=x`),
  urlencoded('a[]= again and again', (bytes) => filled('a[]=&', bytes)),
  urlencoded('one name again and again', (bytes) => filled('a=1&', bytes)),
  urlencoded('a bad encoding', (bytes) => `_charset_=koi8-r&a=${filled('%', bytes)}`),
  json('deep arrays', (bytes) => `{"a":${filled('[', bytes / 2)}${filled(']', bytes / 2)}}`),
  json('deep objects', (bytes) => `{"a":${filled('{"a":', bytes)}`),
  json('deep arrays with a number', (bytes) => `{"a":${filled('[', bytes / 2)}1e5${filled(']', bytes / 2)}}`),
  json('many members', (bytes) => `{${numbered(bytes, (i) => `"f${i}":0`, ',')}}`),
  json('one member again and again', (bytes) => `{${numbered(bytes, () => '"a":0', ',')}}`),
  json('many members below', (bytes) => `{"a":{${numbered(bytes, (i) => `"${i}":0`, ',')}}}`),
  json('a long name', (bytes) => `{"${filled('a', bytes)}":1}`),
  json('halves of surrogate pairs', (bytes) => `{"a":"${filled('\\ud83d', bytes)}"}`),
  json('other halves', (bytes) => `{"a":"${filled('\\ude00', bytes)}"}`),
  json('backslashes', (bytes) => `{"a":"${filled('\\\\', bytes)}"}`),
  json('backslashes before a half', (bytes) => `{"a":"${filled('\\\\ud83d', bytes)}"}`),
  json('a number without end', (bytes) => `{"a":${filled('1', bytes)}}`),
  json('numbers to keep exactly', (bytes) => `{"a":[${numbered(bytes, () => '12345678901234567890', ',')}]}`),
  json('numbers with exponents', (bytes) => `{"a":[${numbered(bytes, () => '1e5', ',')}]}`),
  json('almost long numbers', (bytes) => `{"a":"${filled('123456789012345-', bytes)}"}`),
  json('many empty arrays', (bytes) => `{"a":[${numbered(bytes, () => '[]', ',')}]}`),
  json('no end', (bytes) => `{"a":"${filled('x', bytes)}`),
  json(
    'a honeypot of numbers',
    (bytes) => `{"_gotcha":[${numbered(Math.min(bytes, 260_000), () => '1', ',')}]}`,
  ),
  json(
    'uploads of numbers',
    (bytes) => `{"_uploads":[${numbered(Math.min(bytes, 260_000), () => '1', ',')}]}`,
  ),
  json('uploads of commas', (bytes) => `{"_uploads":"${filled(',', Math.min(bytes, 260_000))}"}`),
  multipart('many parts', (bytes) => filled(part(FIELD), bytes) + END),
  multipart('many files without a name', (bytes) => filled(part(`${FIELD}; filename=""`, ''), bytes) + END),
  multipart(
    'blanks after a boundary',
    (bytes) => `--${BOUNDARY}${filled(' ', bytes)}\r\n${FIELD}\r\n\r\nx\r\n${END}`,
  ),
  multipart('tabs and blanks after a boundary', (bytes) => `--${BOUNDARY}${filled('\t ', bytes)}\r\n${END}`),
  multipart('a preamble of line breaks', (bytes) => filled('\r\n', bytes) + END),
  multipart(
    'almost boundaries',
    (bytes) => part(FIELD, filled(`\r\n--${BOUNDARY.slice(0, -1)}`, bytes)) + END,
  ),
  multipart(
    'a boundary of one letter',
    (bytes) => `--${MONOTONOUS}\r\n${FIELD}; filename="a"\r\n\r\n${filled('a', bytes)}`,
    `multipart/form-data; boundary=${MONOTONOUS}`,
  ),
  multipart(
    'many quoted parameters',
    (bytes) => filled(part(`${FIELD}${filled('; x="\\""', 15_000)}`), bytes) + END,
  ),
  multipart(
    'escapes in a name',
    (bytes) => filled(part(`Content-Disposition: form-data; name="${filled('\\"', 15_000)}"`), bytes) + END,
  ),
  multipart('headers without end', (bytes) => `--${BOUNDARY}\r\nA: ${filled('x', bytes)}`),
  multipart('folded headers', (bytes) => filled(part(`${FIELD}${filled('\r\n ', 15_000)}`), bytes) + END),
  multipart('no end', (bytes) => part(FIELD, filled('\r', bytes))),
];
