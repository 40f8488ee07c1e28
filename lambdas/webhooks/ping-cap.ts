/** The cap on test pings: at most 30 of a webhook in one hour of the clock (docs/specification.md, "Webhooks"). */
import { epochSeconds, HOUR } from '../core/clock.ts';
import type { WindowLimit } from '../core/counter-limit.ts';

const PINGS_AN_HOUR = 30;

/** What the names of these counters begin with. */
export const PING_COUNTER = 'ping#';

/** The test pings of the webhook in the hour that `at` lies in. */
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
