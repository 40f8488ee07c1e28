/**
 * Records requests under a deduplication key, so that each is stored only once however often it is sent
 * (table Idempotency).
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DAY } from '../core/clock.ts';

/**
 * The submission stored under a key. DynamoDB may delete it up to two days after `expires_at` (epoch
 * seconds).
 */
export const remembered = z.object({ submission_id: z.string(), expires_at: z.int() });

/** Identifies requests that are the same submission. */
export interface DeduplicationKey {
  /** A digest that is unique within the form. Its input can't be recovered. */
  readonly digest: string;
  /** Milliseconds after the first request during which identical requests count as repeats. */
  readonly lasts: number;
  /** If true, spam is recorded too, so that repeated spam isn't stored again. */
  readonly withSpam: boolean;
}

/**
 * Returns the deduplication key for a client's `Idempotency-Key`. The header may contain a secret of any
 * length, so only its digest is stored.
 */
export function onceKeyOfHeader(key: string): DeduplicationKey {
  return { digest: createHash('sha256').update(key).digest('base64url'), lasts: DAY, withSpam: false };
}

/** Returns when a key that is stored at `now` expires, in epoch seconds, rounded up. */
export function expiryOf({ lasts }: DeduplicationKey, now: number): number {
  return Math.ceil((now + lasts) / 1000);
}
