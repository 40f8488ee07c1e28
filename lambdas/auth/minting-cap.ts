/** The cap on new keys: an account makes at most ten in one hour of the clock (docs/specification.md, "API keys"). */
import { epochSeconds, HOUR } from '../core/clock.ts';
import type { WindowLimit } from '../core/counter-limit.ts';

const KEYS_AN_HOUR = 10;

/** The keys that the account makes in the hour that `at` lies in. */
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
