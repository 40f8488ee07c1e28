import { brotliCompressSync } from 'node:zlib';
import { findPostedField } from '../../../lambdas/http/body/posted-field.ts';
import { file, inPieces, multipart, MULTIPART, text } from '../../support/samples/multipart.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const find = (contentType: string | undefined, body: string | Buffer, contentEncoding?: string) =>
  findPostedField({ contentType, contentEncoding, bytes: [Buffer.from(body)] }, 'key');

it.each<[string, string | undefined, string | Buffer, string | undefined]>([
  ['a plain form', URLENCODED, 'a=1&key=+x%C3%BC+&b=2', 'xü'],
  ['JSON', 'application/json; charset=utf-8', '{"a":{"key":"no"},"key":"x"}', 'x'],
  ['JSON that contains a number', 'application/json', '{"key":7}', '7'],
  ['multipart', MULTIPART, multipart(text('a', '1'), text('key', 'x')), 'x'],
  ['a file with that name', MULTIPART, multipart(file('key', 'a.txt', 'x')), undefined],
  ['a blank value', URLENCODED, 'key=%20', undefined],
  ['no such field', URLENCODED, 'a=key', undefined],
  ['broken JSON', 'application/json', '{"key":"x"', undefined],
  ["JSON that isn't an object", 'application/json', '["key"]', undefined],
  [
    'a multipart body that ends before the field',
    MULTIPART,
    multipart(text('key', 'x')).subarray(0, 20),
    undefined,
  ],
  ['no content type', undefined, 'key=x', undefined],
  ['an unsupported content type', 'text/plain', 'key=x', undefined],
])('finds the field in %s', async (_, contentType, body, expected) => {
  expect(await find(contentType, body)).toBe(expected);
});

it('finds the field in compressed bodies but not in mislabeled ones', async () => {
  const body = 'a=1&key=x';
  expect(await find(URLENCODED, brotliCompressSync(body), 'br')).toBe('x');
  expect(await find(URLENCODED, body, 'gzip')).toBeUndefined();
  expect(await find(URLENCODED, body, 'zstd')).toBeUndefined();
});

it('reads the body only until it reaches the field', async () => {
  let read = 0;
  const pieces = inPieces(multipart(text('key', 'x'), file('f', 'f', Buffer.alloc(5_000_000))), 1000);
  async function* counted() {
    for await (const piece of pieces) {
      read += piece.length;
      yield piece;
    }
  }
  expect(await findPostedField({ contentType: MULTIPART, bytes: counted() }, 'key')).toBe('x');
  expect(read).toBeLessThan(3000);
});

it('gives up after 1.6 MB, whatever the content type', async () => {
  let read = 0;
  async function* endless(piece: Buffer) {
    for (;;) {
      await Promise.resolve();
      read += piece.length;
      yield piece;
    }
  }
  const beginning = multipart(file('f', 'f', 'x')).subarray(0, -20);
  for (const [contentType, first] of [
    [URLENCODED, Buffer.from('a=')],
    ['application/json', Buffer.from('{"a":"')],
    [MULTIPART, beginning],
  ] as const) {
    read = 0;
    async function* bytes() {
      yield first;
      yield* endless(Buffer.alloc(64 * 1024, 'x'));
    }
    expect(await findPostedField({ contentType, bytes: bytes() }, 'key')).toBeUndefined();
    expect(read).toBeLessThan(1_800_000);
  }
});
