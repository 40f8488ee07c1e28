/** The `Idempotency-Key` of a post (specification, "Ingest"): any unique string. */
import { BadBody } from './failures.ts';
import { detail } from './translations/detail.ts';

const MAX_CHARACTERS = 255;

/** The key to look up; an empty header is none, and one that is too long stands for nothing. */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  return header === undefined || header === '' || header.length > MAX_CHARACTERS ? undefined : header;
}

/** @throws BadBody when the key is too long to be kept */
export function assertIdempotencyKey(header: string | undefined): void {
  if (header !== undefined && header.length > MAX_CHARACTERS)
    throw new BadBody(detail('idempotency-key-too-long', { limit: MAX_CHARACTERS }));
}
