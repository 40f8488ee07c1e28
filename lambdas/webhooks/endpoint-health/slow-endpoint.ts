/**
 * Decides which endpoints count as slow. After a slow response, a webhook's deliveries use a separate queue
 * for a few minutes so that they don't delay other deliveries
 * (docs/decisions/0011-slow-endpoints-in-a-queue-of-their-own.md).
 */
import { MINUTE, SECOND, timestamp } from '../../core/clock.ts';
import type { SigningWebhook } from '../webhook.ts';

/** Response time above which an endpoint is slow, in milliseconds. */
export const SLOW_MS = 2 * SECOND;
/** How long a webhook counts as slow after a slow response, in milliseconds. */
const SLOW_FOR = 10 * MINUTE;

/** Returns true if a webhook's deliveries use the slow-endpoint queue. */
export function isSlow({ slow_until }: Pick<SigningWebhook, 'slow_until'>, now: number): boolean {
  return slow_until !== undefined && slow_until > timestamp(now);
}

/**
 * If a webhook's endpoint is currently slow, returns the time until which the webhook counts as slow. Returns
 * undefined if the stored value doesn't need to change.
 */
export function slowUntil(webhook: Pick<SigningWebhook, 'slow_until'>, now: number): string | undefined {
  // Extend the time at most every five minutes, to save writes.
  return isSlow(webhook, now + SLOW_FOR / 2) ? undefined : timestamp(now + SLOW_FOR);
}
