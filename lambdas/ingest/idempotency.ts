/** What is remembered of posts that are stored once however often they come (table Idempotency). */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DAY } from '../core/clock.ts';

/** The submission of a key. The store deletes it up to two days after `expires_at` (epoch seconds). */
export const remembered = z.object({ submission_id: z.string(), expires_at: z.int() });

/** What posts have in common that are one submission. */
export interface OnceKey {
  /** Of a form; it tells nothing of what it is made from. */
  readonly digest: string;
  /** Milliseconds from the first post in which another one is the same. */
  readonly lasts: number;
  /** Spam is remembered too, so that a repetition of it is stored as little. */
  readonly withSpam: boolean;
}

/** For the client's own `Idempotency-Key`. It may be a secret, and of any length: only its digest is stored. */
export function onceKeyOfHeader(key: string): OnceKey {
  return { digest: createHash('sha256').update(key).digest('base64url'), lasts: DAY, withSpam: false };
}

/** When a key ends that is remembered at `now`, in epoch seconds: not before its time. */
export function expiryOf({ lasts }: OnceKey, now: number): number {
  return Math.ceil((now + lasts) / 1000);
}
