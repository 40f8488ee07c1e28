/**
 * Decides which endpoints count as slow. An invocation that waits for one takes more messages, but each of these may
 * be of a slow endpoint as well; so the deliveries of a webhook that was slow go through a queue of their own for some
 * minutes, where they hold up no others (docs/decisions/0011-slow-endpoints-in-a-queue-of-their-own.md).
 */
import { MINUTE, SECOND, timestamp } from '../core/clock.ts';
import type { SigningWebhook } from './webhook.ts';

/** A response that takes longer is slow. */
export const SLOW_MS = 2 * SECOND;
/** How long a webhook counts as slow after it was. */
const SLOW_FOR = 10 * MINUTE;

/** Whether the deliveries of a webhook go through the queue of slow endpoints. */
export function isSlow({ slow_until }: Pick<SigningWebhook, 'slow_until'>, now: number): boolean {
  return slow_until !== undefined && slow_until > timestamp(now);
}

/**
 * Until when a webhook counts as slow whose endpoint is slow now; undefined when what is stored needs no change.
 */
export function slowUntil(webhook: Pick<SigningWebhook, 'slow_until'>, now: number): string | undefined {
  // One write in five minutes is enough.
  return isSlow(webhook, now + SLOW_FOR / 2) ? undefined : timestamp(now + SLOW_FOR);
}
