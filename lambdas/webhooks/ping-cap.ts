/** Limits test pings to 30 per webhook in each clock hour (docs/specification.md, "Webhooks"). */
import { epochSeconds, HOUR } from '../core/clock.ts';
import type { WindowLimit } from '../core/counters/counter-limit.ts';

const PINGS_AN_HOUR = 30;

/** Prefix for the names of the test ping counters. */
export const PING_COUNTER = 'ping#';

/** Returns the counter for the webhook's test pings in the clock hour that contains `at`. */
export function pingCounter(webhookId: string, at: number): WindowLimit {
  const hour = Math.floor(at / HOUR);
  const endsAt = (hour + 1) * HOUR;
  return {
    counter: `${PING_COUNTER}${webhookId}#${hour}`,
    limit: PINGS_AN_HOUR,
    expiresAt: epochSeconds(endsAt) + 60,
    endsAt,
  };
}
