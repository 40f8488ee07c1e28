/**
 * Stores deduplication keys for requests, so that a submission is only stored once even if its request is
 * repeated (Idempotency table).
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DAY } from '../core/clock.ts';

/**
 * Schema of an item in the Idempotency table. DynamoDB can take up to two days after `expires_at` (epoch
 * seconds) to delete the item.
 */
export const remembered = z.object({ submission_id: z.string(), expires_at: z.int() });

/** A deduplication key. Requests with the same key create only one submission. */
export interface DeduplicationKey {
  /** A digest that is unique within the form. The original data can't be recovered from it. */
  readonly digest: string;
  /** Time after the first request during which identical requests count as repeats, in milliseconds. */
  readonly lasts: number;
  /** If true, spam is also recorded, so repeated spam isn't stored again. */
  readonly withSpam: boolean;
}

/** The submitter of a form: anyone, or a program with a key or token of the form's account. */
export type PostCaller = 'anonymous' | 'account';

/**
 * Returns the deduplication key for a client's `Idempotency-Key` header. The header's value might be secret
 * and can have any length, so only its digest is stored. The digest includes the type of caller. Otherwise, a
 * stranger who guesses a header value could make the account's submission count as a replay.
 */
export function onceKeyOfHeader(key: string, caller: PostCaller): DeduplicationKey {
  const digest = createHash('sha256')
    .update(JSON.stringify([caller, key]))
    .digest('base64url');
  return { digest, lasts: DAY, withSpam: false };
}

/** Returns the expiry time (in epoch seconds, rounded up) of a deduplication key stored at `now`. */
export function expiryOf({ lasts }: DeduplicationKey, now: number): number {
  return Math.ceil((now + lasts) / 1000);
}
