/** Sends compressed bodies: decompression bombs, unknown encodings, and incorrect encoding headers. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { hostileBodies } from '../support/samples/hostile-bodies.ts';
import { file, multipart, MULTIPART, text } from '../support/samples/multipart.ts';
import type { Target } from './target.ts';

const MEGABYTE = 1024 * 1024;
const URLENCODED = 'application/x-www-form-urlencoded';

export async function attackCompressed(target: Target): Promise<void> {
  const manage = { authorization: `Bearer ${target.service.outputs.management_key}` };

  /** Each kilobyte of these bodies decompresses to about one megabyte. */
  const bombs: [string, string, string, (bytes: number) => Buffer][] = [
    ['a form', URLENCODED, 'gzip', (bytes) => gzipSync(Buffer.alloc(bytes, 'a'))],
    ['JSON', 'application/json', 'gzip', (bytes) => gzipSync(Buffer.alloc(bytes, ' '))],
    ['a file', MULTIPART, 'gzip', (bytes) => gzipSync(multipart(file('f', 'f', Buffer.alloc(bytes))))],
    [
      'a file, twice',
      MULTIPART,
      'gzip, gzip',
      (bytes) => gzipSync(gzipSync(multipart(file('f', 'f', Buffer.alloc(bytes))))),
    ],
    ['Brotli, in a file', MULTIPART, 'br', (bytes) => brotli(multipart(file('f', 'f', Buffer.alloc(bytes))))],
    [
      'gzip with empty blocks',
      MULTIPART,
      'deflate, gzip',
      (bytes) => gzipSync(Buffer.alloc(bytes, Buffer.from([0, 0, 0, 255, 255]))),
    ],
  ];
  for (const [name, contentType, encoding, make] of bombs) {
    const form = await target.form();
    const headers = { 'content-type': contentType, 'content-encoding': encoding };
    await target.grows(
      `${name}: 25 and 200 MB of a single letter`,
      (factor) => ({ path: `/v1/f/${form.slug}`, headers, body: make(25 * factor * MEGABYTE) }),
      [413],
      form,
    );
  }
  for (const path of ['/v1/forms', '/oauth/token']) {
    const contentType = path === '/v1/forms' ? 'application/json' : URLENCODED;
    const headers = { ...manage, 'content-type': contentType, 'content-encoding': 'gzip' };
    await target.grows(
      `${path}: 25 and 200 MB of a single letter`,
      (factor) => ({ path, headers, body: gzipSync(Buffer.alloc(25 * factor * MEGABYTE, 'a')) }),
      [413],
    );
  }

  for (const { name, contentType, make } of hostileBodies.filter(({ name }) => name.includes('valueless'))) {
    const form = await target.form();
    const headers = { 'content-type': contentType, 'content-encoding': 'gzip' };
    await target.grows(
      `gzip of ${name}`,
      (factor) => ({ path: `/v1/f/${form.slug}`, headers, body: gzipSync(make(500_000 * factor)) }),
      [413],
      form,
    );
  }

  const plain = Buffer.from('name=Ada');
  const honest: [string, string, Buffer, number][] = [
    ['gzip', URLENCODED, gzipSync(plain), 201],
    ['br', URLENCODED, brotli(plain), 201],
    ['gzip', MULTIPART, gzipSync(multipart(text('name', 'Ada'))), 201],
    ['gzip', 'application/json', gzipSync('{"name":"Ada"}'), 201],
    ['zstd', URLENCODED, plain, 415],
    ['gzip, gzip, gzip', URLENCODED, plain, 415],
    ['gzip', URLENCODED, plain, 400],
    ['br', MULTIPART, gzipSync(plain), 400],
  ];
  for (const [encoding, contentType, body, expected] of honest) {
    const form = await target.form();
    const headers = { 'content-type': contentType, 'content-encoding': encoding };
    const answer = await target.send({ path: `/v1/f/${form.slug}`, headers, body });
    const stored = await target.stored(form);
    const name = `${encoding}, ${contentType.split(/[/;]/)[1] ?? ''}`;
    target.print(name, body.length, String(answer.status), answer.cpuSeconds, undefined, stored);
    target.check(answer.status === expected, `${name}: got ${answer.status} instead of ${expected}`);
    // {"name":"Ada"} is 14 bytes.
    target.check(stored === (expected === 201 ? '1 of 14 B' : 'nothing'), `${name}: stored ${stored}`);
    if (expected === 415)
      target.check(
        answer.headers.get('accept-encoding') === 'gzip, deflate, br',
        `${name}: the response has no Accept-Encoding`,
      );
  }
}

const brotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
