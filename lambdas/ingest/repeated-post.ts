/**
 * Detects form submissions that a browser repeats, for example because of a double click or a reload. A
 * repeated submission has the same body and IP address, and arrives within a minute (docs/specification.md,
 * "Idempotency").
 */
import { createHash, createHmac, type Hash } from 'node:crypto';
import { MINUTE } from '../core/clock.ts';
import type { IngestForm } from '../forms/form.ts';
import type { Bytes } from '../http/body/byte-source.ts';
import { parseHeaderValue } from '../http/body/header-value.ts';
import type { DeduplicationKey } from './idempotency.ts';

/** A complete request body as sent by the client. Can be read again. */
export interface WholeBody {
  readonly contentType: string | undefined;
  readonly bytes: Bytes;
}

/**
 * Maximum length of a multipart boundary, in characters. RFC 2046 allows up to 70 characters. Searching the
 * body for a longer string would be slow.
 */
const MAX_BOUNDARY = 200;

/**
 * Returns a deduplication key that is the same for all requests with this body from this IP address. The key
 * includes the form's salt, so neither the body nor the address can be recovered.
 * @throws any error from reading the body
 */
export async function onceKeyOfRepeat(
  { address_salt }: Pick<IngestForm, 'address_salt'>,
  sourceIp: string,
  body: WholeBody,
): Promise<DeduplicationKey> {
  const digest = createHmac('sha256', address_salt)
    .update(JSON.stringify(['repeat', sourceIp, await bodyDigest(body)]))
    .digest('base64url');
  return { digest: `repeat#${digest}`, lasts: MINUTE, withSpam: true };
}

/**
 * Returns the same digest for bodies that differ only in their multipart boundary. Browsers generate a new
 * boundary for each request.
 */
async function bodyDigest({ contentType = '', bytes }: WholeBody): Promise<string> {
  const type = parseHeaderValue(contentType);
  const boundary = type?.value === 'multipart/form-data' ? (type.parameters.get('boundary') ?? '') : '';
  const hash = createHash('sha256');
  if (boundary === '' || boundary.length > MAX_BOUNDARY) {
    hash.update(`${contentType}\n`);
    for await (const piece of bytes) hash.update(piece);
  } else {
    await hashWithout(Buffer.from(`--${boundary}`), bytes, hash);
  }
  return hash.digest('base64url');
}

/**
 * Hashes the bytes between the multipart delimiters, with each part followed by its length. Buffers one chunk
 * at a time.
 */
async function hashWithout(delimiter: Buffer, bytes: Bytes, hash: Hash): Promise<void> {
  let length = 0;
  let held: Buffer = Buffer.alloc(0);
  const add = (piece: Buffer): void => {
    hash.update(piece);
    length += piece.length;
  };
  const end = (): void => {
    hash.update(`\n${length}\n`);
    length = 0;
  };
  for await (const { buffer, byteOffset, byteLength } of bytes) {
    const piece = Buffer.from(buffer, byteOffset, byteLength);
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    let start = 0;
    for (let at = held.indexOf(delimiter); at !== -1; at = held.indexOf(delimiter, start)) {
      add(held.subarray(start, at));
      end();
      start = at + delimiter.length;
    }
    // The last bytes could be the start of the next delimiter, so don't hash them yet.
    const safe = Math.max(start, held.length - delimiter.length + 1);
    add(held.subarray(start, safe));
    held = held.subarray(safe);
  }
  add(held);
  end();
}
