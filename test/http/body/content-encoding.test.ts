import fc from 'fast-check';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { BadBody, BodyTooLarge, UnsupportedEncoding } from '../../../lambdas/core/errors/errors.ts';
import type { Bytes } from '../../../lambdas/http/body/byte-source.ts';
import { decompressed } from '../../../lambdas/http/body/content-encoding.ts';
import { memoryFileBuffer } from '../../../lambdas/http/body/file-buffer.ts';
import { readForm } from '../../../lambdas/http/body/read-form.ts';
import { file, inPieces, multipart, MULTIPART, text } from '../../support/samples/multipart.ts';
import { leastCpuMsOf } from '../../support/cpu-time.ts';

const MEGABYTE = 1024 * 1024;

async function collected(bytes: Bytes): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

const SAMPLE = Buffer.from('Ada Lovelace '.repeat(5000));

describe('a compressed body', () => {
  it.each<[string | undefined, Buffer]>([
    [undefined, SAMPLE],
    ['', SAMPLE],
    ['identity', SAMPLE],
    ['gzip', gzipSync(SAMPLE)],
    ['GZIP', gzipSync(SAMPLE)],
    ['x-gzip', gzipSync(SAMPLE)],
    ['deflate', deflateSync(SAMPLE)],
    ['deflate', deflateRawSync(SAMPLE)],
    ['br', brotliCompressSync(SAMPLE)],
    ['gzip, br', brotliCompressSync(gzipSync(SAMPLE))],
    ['identity, br , gzip', gzipSync(brotliCompressSync(SAMPLE))],
    ['gzip', Buffer.concat([gzipSync(SAMPLE.subarray(0, 99)), gzipSync(SAMPLE.subarray(99))])],
  ])('is decompressed: %s', async (encoding, bytes) => {
    expect((await collected(decompressed([bytes], encoding))).equals(SAMPLE)).toBe(true);
    expect((await collected(decompressed(inPieces(bytes, 7, 1, 4096), encoding))).equals(SAMPLE)).toBe(true);
  });

  it.each(['zstd', 'compress', 'gzip, zstd', 'gzip, gzip, gzip', '*', 'gzip;q=1'])(
    'is refused if its encoding is unknown: %s',
    (encoding) => {
      expect(() => decompressed([SAMPLE], encoding)).toThrow(UnsupportedEncoding);
    },
  );

  it.each<[string, string, Buffer]>([
    ['plain text', 'gzip', SAMPLE],
    ['plain text', 'deflate', SAMPLE],
    ['plain text', 'br', SAMPLE],
    ['a stream that ends early', 'gzip', gzipSync(SAMPLE).subarray(0, 100)],
    ['a stream that ends early', 'br', brotliCompressSync(SAMPLE).subarray(0, 20)],
    ['a wrong checksum', 'gzip', Buffer.concat([gzipSync(SAMPLE).subarray(0, -8), Buffer.alloc(8)])],
    ['the inner layer missing', 'br, gzip', gzipSync(SAMPLE)],
  ])('is refused when it is %s instead of %s', async (_, encoding, bytes) => {
    await expect(collected(decompressed([bytes], encoding))).rejects.toThrow(BadBody);
  });

  it('becomes an empty body if it has no bytes', async () => {
    expect(await collected(decompressed([], 'gzip'))).toHaveLength(0);
    expect(await collected(decompressed([Buffer.alloc(0)], 'br'))).toHaveLength(0);
  });

  it("passes on the source's error", async () => {
    async function* broken() {
      yield await Promise.resolve(gzipSync(SAMPLE).subarray(0, 50));
      throw new Error('connection lost');
    }
    await expect(collected(decompressed(broken(), 'gzip'))).rejects.toThrow('connection lost');
  });

  it('is read or is refused with a reason, whatever its bytes', async () => {
    const encoding = fc.constantFrom('gzip', 'deflate', 'br', 'gzip, br', 'deflate, deflate');
    await fc.assert(
      fc.asyncProperty(encoding, fc.uint8Array({ maxLength: 200 }), async (name, bytes) => {
        const outcome = await collected(decompressed([bytes], name)).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(BadBody);
      }),
    );
  });
});

describe('a body that exceeds the limit when decompressed', () => {
  // Use the fastest compression level, because the decompressed content is the same.
  const BOMB = gzipSync(Buffer.alloc(100 * MEGABYTE), { level: 1 });

  it.each<[string, string, Buffer]>([
    ['once', 'gzip', BOMB],
    ['twice', 'gzip, gzip', gzipSync(BOMB)],
    [
      'with Brotli',
      'br',
      brotliCompressSync(Buffer.alloc(100 * MEGABYTE), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ],
    // The first compression layer decompresses to 90 MB of empty blocks, which the second layer decompresses
    // to nothing.
    [
      'between its layers',
      'deflate, gzip',
      gzipSync(Buffer.alloc(90 * MEGABYTE, Buffer.from([0, 0, 0, 255, 255])), { level: 1 }),
    ],
  ])('is not decompressed beyond the limit: %s', async (_, encoding, bytes) => {
    let length = 0;
    const reading = async () => {
      length = 0;
      for await (const piece of decompressed([bytes], encoding)) length += piece.length;
    };
    const ms = await leastCpuMsOf(() => expect(reading()).rejects.toThrow(BodyTooLarge));
    expect(length).toBeLessThanOrEqual(10 * MEGABYTE);
    expect(ms).toBeLessThan(1000);
  });

  it("keeps only a piece of a form's file in memory", async () => {
    const sent = gzipSync(
      multipart(text('name', 'Ada'), file('cv', 'cv.txt', Buffer.alloc(8 * MEGABYTE, 'x'))),
    );
    let pieces = 0;
    const { payload, files } = await readForm(
      { contentType: MULTIPART, contentEncoding: 'gzip', bytes: [sent] },
      {
        maxFileBytes: 10 * MEGABYTE,
        fileBuffer: {
          async receive(bytes) {
            let size = 0;
            for await (const piece of bytes) {
              size += piece.length;
              pieces += 1;
              expect(piece.length).toBeLessThan(MEGABYTE);
            }
            return { size, read: () => new Uint8Array() };
          },
        },
      },
    );
    expect([...payload]).toEqual([['name', 'Ada']]);
    expect(files[0]?.size).toBe(8 * MEGABYTE);
    expect(pieces).toBeGreaterThan(8);
  });

  it("is refused, whatever the form's content type", async () => {
    const files = { fileBuffer: memoryFileBuffer, maxFileBytes: 50 * MEGABYTE };
    const hundred = Buffer.alloc(100 * MEGABYTE, 'a');
    const inFile = multipart(file('cv', 'cv.txt', hundred));
    for (const [contentType, body] of [
      ['application/x-www-form-urlencoded', hundred],
      ['application/json', hundred],
      [MULTIPART, inFile],
    ] as const) {
      const sent = { contentType, contentEncoding: 'gzip', bytes: [gzipSync(body, { level: 1 })] };
      await expect(readForm(sent, files)).rejects.toThrow(BodyTooLarge);
    }
  });
});
