/** Remembers posts so that they are stored only once, however often they are sent (table Idempotency). */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DAY } from '../core/clock.ts';

/**
 * The submission stored under a key. The store deletes it up to two days after `expires_at` (epoch seconds).
 */
export const remembered = z.object({ submission_id: z.string(), expires_at: z.int() });

/** Identifies posts that are the same submission. */
export interface DeduplicationKey {
  /** Digest that is unique within the form. Its input can't be recovered. */
  readonly digest: string;
  /** Milliseconds after the first post during which another one counts as the same. */
  readonly lasts: number;
  /** Spam is remembered too, so that repeated spam isn't stored again. */
  readonly withSpam: boolean;
}

/**
 * Returns the key for a client's `Idempotency-Key`. The header may be a secret of any length, so only its
 * digest is stored.
 */
export function onceKeyOfHeader(key: string): DeduplicationKey {
  return { digest: createHash('sha256').update(key).digest('base64url'), lasts: DAY, withSpam: false };
}

/** Returns the expiry of a key that is stored at `now`, in epoch seconds, rounded up. */
export function expiryOf({ lasts }: DeduplicationKey, now: number): number {
  return Math.ceil((now + lasts) / 1000);
}
