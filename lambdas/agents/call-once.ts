/** Defines the idempotency keys of tool calls. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DAY, epochSeconds, MINUTE } from '../core/clock.ts';

/** Prefix of the partition keys of tool calls. */
export const REPEATED_CALLS = 'tool#';

/** The key of a stored call. */
export interface CallOnce {
  readonly form_id: string;
  readonly key_digest: string;
}

/** A stored call. If `created_id` is absent, the call is still running or was interrupted. */
export const repeatedCall = z.object({ created_id: z.string().optional() });

/**
 * Returns a call's key. Only stores a digest of the agent's idempotency key, because it can contain any text.
 * @param principalId id of the key or connection that makes the call
 */
export function callOnce(accountId: string, principalId: string, tool: string, text: string): CallOnce {
  const digest = createHash('sha256').update(JSON.stringify([principalId, tool, text]));
  return { form_id: `${REPEATED_CALLS}${accountId}`, key_digest: digest.digest('base64url') };
}

/**
 * Returns the time when a claim expires, in seconds since the epoch. The claim outlasts the call, which takes
 * at most 29 seconds.
 */
export const claimedUntil = (at: number): number => epochSeconds(at + MINUTE);

/** Returns the time until which a finished call is remembered, in seconds since the epoch. */
export const keptUntil = (at: number): number => epochSeconds(at + DAY);
