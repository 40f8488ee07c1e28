/** Limits each account to ten new keys per clock hour (docs/specification.md, "API keys"). */
import { epochSeconds, HOUR } from '../../core/clock.ts';
import type { WindowLimit } from '../../core/counters/counter-limit.ts';

const KEYS_AN_HOUR = 10;

/** Returns the counter for keys that the account creates in the clock hour of `at`. */
export function mintingCounter(accountId: string, at: number): WindowLimit {
  const hour = Math.floor(at / HOUR);
  const endsAt = (hour + 1) * HOUR;
  return {
    counter: `minting#${accountId}#${hour}`,
    limit: KEYS_AN_HOUR,
    expiresAt: epochSeconds(endsAt) + 60,
    endsAt,
  };
}
