import fc from 'fast-check';
import { parseHeaderValue } from '../../../lambdas/http/body/header-value.ts';
import { leastCpuMsOf } from '../../support/cpu-time.ts';

const read = (text: string) => {
  const parsed = parseHeaderValue(text);
  return parsed && [parsed.value, Object.fromEntries(parsed.parameters)];
};

it.each<[string, unknown]>([
  ['form-data', ['form-data', {}]],
  ['Form-Data; NAME=a', ['form-data', { name: 'a' }]],
  ['form-data; name="a b"; filename="c;d.txt"', ['form-data', { name: 'a b', filename: 'c;d.txt' }]],
  ['form-data;name="a";', ['form-data', { name: 'a' }]],
  ['form-data ; name = "a" ', ['form-data', { name: 'a' }]],
  ['form-data; name="first"; name="second"', ['form-data', { name: 'first' }]],
  ['form-data; name=""', ['form-data', { name: '' }]],
  [`a/b; filename*=UTF-8''%e2%82%ac.txt`, ['a/b', { 'filename*': `UTF-8''%e2%82%ac.txt` }]],
])('parses %s', (header, expected) => {
  expect(read(header)).toEqual(expected);
});

it.each<[string, string]>([
  [String.raw`a; f="say \"hi\""`, 'say "hi"'],
  [String.raw`a; f="C:\temp\new.txt"`, String.raw`C:\temp\new.txt`],
  [String.raw`a; f="\\server\file"`, String.raw`\server\file`],
  [String.raw`a; f="ends with \"; g="x"`, 'ends with \\'],
  [String.raw`a; f="ends with \"`, 'ends with \\'],
])('parses the quoted string of %s', (header, expected) => {
  expect(parseHeaderValue(header)?.parameters.get('f')).toBe(expected);
});

it.each(['', ';', '"a"', 'a b', 'a; name', 'a; name="open', 'a; name="x"y', 'a, b'])(
  'finds no valid header value in %j',
  (header) => {
    expect(parseHeaderValue(header)).toBeUndefined();
  },
);

it('parses or refuses any text in linear time', async () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ';', '=', '"', '\\', ' ', '\t', ','), maxLength: 60 }),
      (header) => {
        expect(() => parseHeaderValue(header)).not.toThrow();
      },
    ),
  );
  const ms = await leastCpuMsOf(() => {
    for (const repeated of ['\\', '\\"', ' ', '; ', ';a', ';a=', '"']) {
      parseHeaderValue(`a; f="${repeated.repeat(16_000)}`);
      parseHeaderValue(`a${repeated.repeat(16_000)}`);
    }
  });
  expect(ms).toBeLessThan(1000);
});
