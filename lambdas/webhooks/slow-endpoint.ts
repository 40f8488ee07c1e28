/**
 * Decides which endpoints count as slow. An invocation that waits for a slow endpoint takes more messages,
 * but each of these may also go to a slow endpoint. So the deliveries of a webhook that was slow use a
 * separate queue for some minutes, where they don't delay others
 * (docs/decisions/0011-slow-endpoints-in-a-queue-of-their-own.md).
 */
import { MINUTE, SECOND, timestamp } from '../core/clock.ts';
import type { SigningWebhook } from './webhook.ts';

/** An endpoint is slow if its response takes longer than this, in milliseconds. */
export const SLOW_MS = 2 * SECOND;
/** How long a webhook counts as slow after a slow response, in milliseconds. */
const SLOW_FOR = 10 * MINUTE;

/** Whether the deliveries of a webhook use the queue of slow endpoints. */
export function isSlow({ slow_until }: Pick<SigningWebhook, 'slow_until'>, now: number): boolean {
  return slow_until !== undefined && slow_until > timestamp(now);
}

/**
 * Returns until when a webhook counts as slow whose endpoint is slow now; undefined if the stored value needs
 * no change.
 */
export function slowUntil(webhook: Pick<SigningWebhook, 'slow_until'>, now: number): string | undefined {
  // One write every five minutes is enough.
  return isSlow(webhook, now + SLOW_FOR / 2) ? undefined : timestamp(now + SLOW_FOR);
}
