/**
 * Posts that a browser repeats, as a double click or a reload does: the same body from the same address within a minute
 * (docs/specification.md, "Idempotency").
 */
import { createHash, createHmac } from 'node:crypto';
import { MINUTE } from '../core/clock.ts';
import type { IngestForm } from '../forms/form.ts';
import { parseHeaderValue } from '../http/body/header-value.ts';
import type { OnceKey } from './idempotency.ts';

/** A body in memory, as it was sent. */
export interface WholeBody {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

/** Longer ones are no boundaries (RFC 2046 allows 70 characters), and would take long to look for. */
const MAX_BOUNDARY = 200;

/**
 * The key of all posts with the same body from the same address. It is keyed with the form's salt, so that neither can
 * be found out from it.
 */
export function onceKeyOfRepeat(
  { address_salt }: Pick<IngestForm, 'address_salt'>,
  sourceIp: string,
  body: WholeBody,
): OnceKey {
  const digest = createHmac('sha256', address_salt)
    .update(JSON.stringify(['repeat', sourceIp, bodyDigest(body)]))
    .digest('base64url');
  return { digest: `repeat#${digest}`, lasts: MINUTE, withSpam: true };
}

/** The same for bodies that differ only in their multipart boundary, which browsers choose anew for each post. */
function bodyDigest({ contentType = '', bytes }: WholeBody): string {
  const type = parseHeaderValue(contentType);
  const boundary = type?.value === 'multipart/form-data' ? (type.parameters.get('boundary') ?? '') : '';
  const hash = createHash('sha256');
  if (boundary === '' || boundary.length > MAX_BOUNDARY)
    return hash.update(`${contentType}\n`).update(bytes).digest('base64url');
  for (const piece of between(bytes, Buffer.from(`--${boundary}`)))
    hash.update(`${piece.length}\n`).update(piece);
  return hash.digest('base64url');
}

function* between(bytes: Buffer, delimiter: Buffer): Generator<Buffer> {
  let start = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, start)) {
    yield bytes.subarray(start, at);
    start = at + delimiter.length;
  }
  yield bytes.subarray(start);
}
