/**
 * Endpoints that take their time. A batch of deliveries takes as long as its slowest endpoint, and only so many batches
 * are under way at once; so a webhook that was slow goes to a queue of its own kind, where it holds up nobody but
 * others that are slow, and comes back by itself.
 */
import { MINUTE, SECOND, timestamp } from '../core/clock.ts';
import type { SigningWebhook } from './webhook.ts';

/** An answer that takes longer is slow. */
export const SLOW_MS = 2 * SECOND;
/** How long a webhook is taken for slow after it was. */
const SLOW_FOR = 10 * MINUTE;

/** Whether its deliveries are to be made in the lane of slow endpoints. */
export function isSlow({ slow_until }: Pick<SigningWebhook, 'slow_until'>, now: number): boolean {
  return slow_until !== undefined && slow_until > timestamp(now);
}

/** Until when a webhook is to be taken for slow that is so now; undefined when that is known well enough. */
export function slowUntil(webhook: Pick<SigningWebhook, 'slow_until'>, now: number): string | undefined {
  // One write in five minutes is enough.
  return isSlow(webhook, now + SLOW_FOR / 2) ? undefined : timestamp(now + SLOW_FOR);
}
