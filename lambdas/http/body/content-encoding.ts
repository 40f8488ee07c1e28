/** Decompresses request bodies as they arrive (`Content-Encoding`, RFC 9110, section 8.4). */
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { BadBody, BodyTooLarge, UnsupportedEncoding } from '../../core/errors/errors.ts';
import { message } from '../../core/errors/message.ts';
import type { Bytes } from './byte-source.ts';

/** Supported `Content-Encoding` values of request bodies. */
export const CONTENT_ENCODINGS = ['gzip', 'deflate', 'br'] as const;
type ContentEncoding = (typeof CONTENT_ENCODINGS)[number];

/** Maximum number of compression layers. The client and a proxy may each compress the body once. */
const MAX_LAYERS = 2;

/** Maximum size of a decompressed body, in bytes. This is also API Gateway's limit for uncompressed bodies. */
export const MAX_DECODED_BYTES = 10 * 1024 * 1024;

/**
 * Decompresses a body. Stops at the limit, so that a decompression bomb takes no more time or memory than a
 * body of the maximum size.
 * @param contentEncoding the header as sent; if it's missing, the body is returned unchanged
 * @throws UnsupportedEncoding immediately, if the encoding is unknown or there are more than two layers
 * @throws BadBody while reading, if the bytes don't match the header
 * @throws BodyTooLarge while reading, above `maxBytes`
 */
export function decompressed(
  bytes: Bytes,
  contentEncoding: string | undefined,
  maxBytes = MAX_DECODED_BYTES,
): Bytes {
  // The header lists encodings in the order they were applied.
  return encodingsIn(contentEncoding).reduceRight<Bytes>(
    (layer, encoding) => withoutLayer(layer, encoding, maxBytes),
    bytes,
  );
}

function encodingsIn(contentEncoding = ''): ContentEncoding[] {
  const names = contentEncoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_LAYERS) throw new UnsupportedEncoding(CONTENT_ENCODINGS);
  return names.map((name) => {
    // "x-gzip" is an alias of "gzip" (RFC 9110, section 8.4.1.3).
    const known = CONTENT_ENCODINGS.find((each) => each === name || `x-${each}` === name);
    if (!known) throw new UnsupportedEncoding(CONTENT_ENCODINGS);
    return known;
  });
}

/**
 * Removes one layer of compression. Keeps only one compressed and one decompressed chunk in memory.
 * `maxBytes` also applies to the output of each layer.
 */
async function* withoutLayer(
  bytes: Bytes,
  encoding: ContentEncoding,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  const source = Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]();
  const first = await nextOf(source);
  if (!first) return;
  const decoder = decoderFor(encoding, first);
  const closed = new Promise((resolve) => decoder.once('close', resolve));
  const feeding = (async () => {
    for (let piece: Uint8Array | undefined = first; piece; piece = await nextOf(source)) {
      const written = piece;
      // If the bytes can't be decompressed, the decoder closes and the loop below throws the decoder's error.
      await Promise.race([closed, new Promise((resolve) => decoder.write(written, resolve))]);
      if (decoder.destroyed) return;
    }
    decoder.end();
  })();
  const fed = feeding.catch(() => decoder.destroy());
  try {
    let length = 0;
    for await (const piece of decoder as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > maxBytes) throw new BodyTooLarge(message('body-too-long', { limit: maxBytes }));
      yield piece;
    }
  } catch (error) {
    if (error instanceof BodyTooLarge) throw error;
    // Rethrows any error from the source.
    await feeding;
    throw new BadBody(message('not-decompressible', { encoding }), { cause: error });
  } finally {
    decoder.destroy();
    await source.return?.();
    await fed;
  }
}

/** Returns the next non-empty chunk, or undefined at the end of the input. */
async function nextOf(
  source: AsyncIterator<Uint8Array, void> | Iterator<Uint8Array, void>,
): Promise<Uint8Array | undefined> {
  for (;;) {
    const next = await source.next();
    if (next.done) return undefined;
    if (next.value.length > 0) return next.value;
  }
}

function decoderFor(encoding: ContentEncoding, start: Uint8Array) {
  switch (encoding) {
    case 'gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      // Some clients omit the zlib header (RFC 9110, section 8.4.1.2). If the header is present, the low four
      // bits of its first byte are 8 (RFC 1950, section 2.2).
      return ((start[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
  }
}
