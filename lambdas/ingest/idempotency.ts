/** Remembers posts that must be stored only once, however often they are sent (table Idempotency). */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DAY } from '../core/clock.ts';

/**
 * The submission stored under a key. The store deletes it up to two days after `expires_at` (epoch seconds).
 */
export const remembered = z.object({ submission_id: z.string(), expires_at: z.int() });

/** What identifies posts that are the same submission. */
export interface DeduplicationKey {
  /** Digest within the form. Its input can't be recovered from it. */
  readonly digest: string;
  /** How long after the first post another one counts as the same, in milliseconds. */
  readonly lasts: number;
  /** Spam is remembered too, so that repeated spam isn't stored again. */
  readonly withSpam: boolean;
}

/**
 * Returns the key for the client's own `Idempotency-Key`. It may be a secret of any length, so only its
 * digest is stored.
 */
export function onceKeyOfHeader(key: string): DeduplicationKey {
  return { digest: createHash('sha256').update(key).digest('base64url'), lasts: DAY, withSpam: false };
}

/** Returns when a key that is stored at `now` expires, in epoch seconds, rounded up. */
export function expiryOf({ lasts }: DeduplicationKey, now: number): number {
  return Math.ceil((now + lasts) / 1000);
}
