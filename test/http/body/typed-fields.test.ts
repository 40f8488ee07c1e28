import { readTypedFields } from '../../../lambdas/http/body/typed-fields.ts';
import { file, multipart, MULTIPART, text } from '../../support/samples/multipart.ts';
import { leastCpuMsOf } from '../../support/cpu-time.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const KIB = 1024;
const read = (body: string | Buffer, contentType = URLENCODED, hidden: readonly string[] = []) =>
  readTypedFields({ contentType, bytes: [Buffer.from(body)] }, (name) => hidden.includes(name));

it('returns the fields in the order submitted, with the values of repeated fields grouped', async () => {
  expect(await read('b=1&a=x+y&b=2&__proto__=%C3%BC&b=3')).toEqual({
    isShortened: false,
    fields: [
      { name: 'b', values: ['1', '2', '3'], files: [] },
      { name: 'a', values: ['x y'], files: [] },
      { name: '__proto__', values: ['ü'], files: [] },
    ],
  });
});

it('omits control fields, the encoding, and empty fields', async () => {
  const { fields } = await read('_gotcha=x&_charset_=utf-8&a=&b=+%0D%0A&c=1', URLENCODED, ['_gotcha']);
  expect(fields).toEqual([{ name: 'c', values: ['1'], files: [] }]);
});

it('uses the encoding that the form specifies', async () => {
  const { fields } = await read('name=%E4&_charset_=windows-1252');
  expect(fields).toEqual([{ name: 'name', values: ['ä'], files: [] }]);
});

it('lists the files of a multipart form but ignores empty inputs', async () => {
  const body = multipart(
    text('name', 'Ада'),
    file('photo', 'C:\\temp\\a\u202egnp.exe', Buffer.alloc(100_000)),
    file('none', '', ''),
    text('photo', 'and a text'),
  );
  expect(await read(body, MULTIPART)).toEqual({
    isShortened: false,
    fields: [
      { name: 'name', values: ['Ада'], files: [] },
      { name: 'photo', values: ['and a text'], files: ['agnp.exe'] },
    ],
  });
});

it('returns only the complete fields of a body that ends early', async () => {
  const whole = multipart(text('name', 'Ada'), text('message', 'Hello'));
  expect(await read(whole.subarray(0, whole.length - 20), MULTIPART)).toEqual({
    isShortened: true,
    fields: [{ name: 'name', values: ['Ada'], files: [] }],
  });
});

it.each([
  ['JSON', 'application/json', '{"a":1}'],
  ['plain text', 'text/plain', 'a=1'],
  ['no content type', '', 'a=1'],
  ['an unknown encoding', `${URLENCODED}; charset=klingon`, 'a=1'],
  ['a multipart body without a boundary', 'multipart/form-data', 'a=1'],
  ["a body that isn't multipart", MULTIPART, 'a=1'],
  ['nothing', URLENCODED, ''],
])("returns nothing for %s and doesn't fail", async (_, contentType, body) => {
  expect((await read(body, contentType)).fields).toEqual([]);
});

describe('a submission above the limits', () => {
  it('is truncated to 200 fields', async () => {
    const pairs = Array.from({ length: 300 }, (_, n) => `f${n}=x`).join('&');
    const parts = multipart(...Array.from({ length: 300 }, (_, n) => text(`f${n}`, 'x')));
    for (const { fields, isShortened } of [await read(pairs), await read(parts, MULTIPART)]) {
      expect(fields).toHaveLength(200);
      expect(fields.at(-1)).toEqual({ name: 'f199', values: ['x'], files: [] });
      expect(isShortened).toBe(true);
    }
  });

  it('is truncated to ten files', async () => {
    const body = multipart(...Array.from({ length: 12 }, (_, n) => file('f', `${n}.txt`, 'x')));
    const { fields, isShortened } = await read(body, MULTIPART);
    expect(fields[0]?.files).toHaveLength(10);
    expect(isShortened).toBe(true);
  });

  it('is truncated to 256 KiB of text but never inside a character', async () => {
    const long = 'ü'.repeat(200 * KIB);
    const encoded = `name=Ada&message=${encodeURIComponent(long)}&after=x`;
    for (const { fields, isShortened } of [
      await read(encoded),
      await read(multipart(text('name', 'Ada'), text('message', long), text('after', 'x')), MULTIPART),
    ]) {
      expect(fields.map(({ name }) => name)).toEqual(['name', 'message']);
      const [shown = ''] = fields[1]?.values ?? [];
      expect(shown).toMatch(/^ü+$/);
      expect(Buffer.byteLength(shown)).toBeGreaterThan(250 * KIB);
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(256 * KIB);
      expect(isShortened).toBe(true);
    }
  });

  it.each([
    ['pairs without a value', URLENCODED, 'a&'.repeat(2_000_000)],
    ['empty pairs', URLENCODED, '&'.repeat(4_000_000)],
    ['percent signs', URLENCODED, '%'.repeat(4_000_000)],
    ['plus signs', URLENCODED, '+'.repeat(4_000_000)],
    ['one long name', URLENCODED, 'a'.repeat(4_000_000)],
    ['many empty parts', MULTIPART, multipart(...Array.from({ length: 10_000 }, () => text('a', '')))],
    ['one large file', MULTIPART, multipart(file('f', 'a', Buffer.alloc(4_000_000)))],
  ])('takes little time: %s', async (_, contentType, body) => {
    expect(await leastCpuMsOf(() => read(body, contentType))).toBeLessThan(1000);
  });
});
