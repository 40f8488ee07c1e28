import { brotliCompressSync, gzipSync } from 'node:zlib';
import { BadBody, BodyTooLarge, UnsupportedEncoding } from '../../../lambdas/core/errors/errors.ts';
import { jsonRequestBody } from '../../../lambdas/http/body/request-body.ts';

const bodyOf = (body: string | undefined, contentType?: string): Promise<unknown> =>
  jsonRequestBody({
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
  });
const compressedBody = (bytes: Buffer, encoding: string): Promise<unknown> =>
  jsonRequestBody({
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  });

describe('the body of a JSON operation', () => {
  it.each(['application/json', 'Application/JSON; charset=utf-8', undefined])(
    'may be %s',
    async (contentType) => {
      expect(await bodyOf('{"name":"Ada"}', contentType)).toEqual({ name: 'Ada' });
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/ld+json', '', 'json'])(
    'must not be "%s"',
    async (contentType) => {
      await expect(bodyOf('{"name":"Ada"}', contentType)).rejects.toThrow(BadBody);
    },
  );

  it.each([undefined, '', '{', '[]', '[{}]', 'null', '"text"', '1', 'true'])(
    'must be an object, not %s',
    async (body) => {
      await expect(bodyOf(body, 'application/json')).rejects.toThrow(BadBody);
    },
  );

  it('may have at most 256 KiB both before and after decompression', async () => {
    const full = `{"a":"${'x'.repeat(262_144 - 8)}"}`;
    expect(full).toHaveLength(262_144);
    expect(await bodyOf(full)).toBeDefined();
    expect(await compressedBody(gzipSync(full), 'gzip')).toBeDefined();
    await expect(bodyOf(`${full} `)).rejects.toThrow(BodyTooLarge);
    await expect(compressedBody(gzipSync(`${full} `), 'gzip')).rejects.toThrow(BodyTooLarge);
    // Each character takes two bytes, and the limit counts bytes.
    await expect(bodyOf(`{"a":"${'ü'.repeat(131_072)}"}`)).rejects.toThrow(BodyTooLarge);
  });

  it('is refused because of its size before it is parsed', async () => {
    await expect(bodyOf('{'.repeat(262_145))).rejects.toThrow(BodyTooLarge);
  });

  it('may be compressed in a supported encoding', async () => {
    const json = '{"name":"Ada"}';
    expect(await compressedBody(gzipSync(json), 'gzip')).toEqual({ name: 'Ada' });
    expect(await compressedBody(brotliCompressSync(json), 'br')).toEqual({ name: 'Ada' });
    await expect(compressedBody(Buffer.from(json), 'zstd')).rejects.toThrow(UnsupportedEncoding);
    await expect(compressedBody(Buffer.from(json), 'gzip')).rejects.toThrow(BadBody);
  });
});

describe('an escape sequence', () => {
  it.each([
    [String.raw`"\ud83d"`, '\ufffd'],
    [String.raw`"\uDE00 \ud83d"`, '\ufffd \ufffd'],
    [String.raw`"\ud83d\n\ude00"`, '\ufffd\n\ufffd'],
    [String.raw`"\\\ud83d"`, '\\\ufffd'],
    [String.raw`"\ud83d\ud83d\ude00"`, '\ufffd\u{1f600}'],
    [String.raw`"\ude00\ud83d"`, '\ufffd\ufffd'],
    [String.raw`"\ud83d\u0041"`, '\ufffdA'],
  ])('becomes U+FFFD if it is a lone surrogate: %s', async (text, expected) => {
    expect(await bodyOf(`{"name":${text}}`)).toEqual({ name: expected });
    expect(await bodyOf(`{${text}:{"name":["Ada",${text}]}}`)).toEqual({
      [expected]: { name: ['Ada', expected] },
    });
  });

  it.each([
    [String.raw`"\ud83d\ude00"`, '😀'],
    [String.raw`"\\ud83d"`, String.raw`\ud83d`],
    [String.raw`"\u00e4\u0000\""`, 'ä\0"'],
    ['"😀"', '😀'],
  ])('is decoded if it is a full character: %s', async (text, value) => {
    expect(await bodyOf(`{"name":${text}}`)).toEqual({ name: value });
  });

  it.each([String.raw`"\Ud83d"`, String.raw`"\ud83"`, String.raw`"\ud83z"`])(
    "is refused if JSON doesn't allow it: %s",
    async (text) => {
      await expect(bodyOf(`{"name":${text},"b":"\\ud83d"}`)).rejects.toThrow(BadBody);
    },
  );
});
