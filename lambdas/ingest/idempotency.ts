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

/** Who sends a post: anyone, or a program with a key or token of the form's account. */
export type PostCaller = 'anonymous' | 'account';

/**
 * Returns the key for a client's `Idempotency-Key`. The header may be a secret of any length, so only its
 * digest is stored. The caller is part of the digest. Otherwise, a stranger who guesses a key could make the
 * account's post count as a replay.
 */
export function onceKeyOfHeader(key: string, caller: PostCaller): DeduplicationKey {
  const digest = createHash('sha256')
    .update(JSON.stringify([caller, key]))
    .digest('base64url');
  return { digest, lasts: DAY, withSpam: false };
}

/** Returns the expiry of a key that is stored at `now`, in epoch seconds, rounded up. */
export function expiryOf({ lasts }: DeduplicationKey, now: number): number {
  return Math.ceil((now + lasts) / 1000);
}
