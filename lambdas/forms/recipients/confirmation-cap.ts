/**
 * Limits how many confirmation e-mails an account can send, because users can add anyone's address to a form
 * (docs/specification.md, "Recipients").
 */
import { DAY, epochSeconds, HOUR, MINUTE, SECOND } from '../../core/clock.ts';
import type { WindowLimit } from '../../core/counters/counter-limit.ts';
import { RateLimited } from '../../core/errors/errors.ts';

/** Prefix for the names of the confirmation counters. */
export const CONFIRMING_COUNTER = 'confirming#';

/** Maximum numbers of confirmation e-mails that an account can send per clock hour and per day (UTC). */
export interface ConfirmationLimits {
  readonly hour: number;
  readonly day: number;
}

/** How many confirmation e-mails an account has sent in the current hour and day, and the limits. */
export interface ConfirmationCaps {
  readonly hour: WindowLimit;
  readonly day: WindowLimit;
}

export function confirmationCaps(
  accountId: string,
  limits: ConfirmationLimits,
  at: number,
): ConfirmationCaps {
  const cap = (name: keyof ConfirmationLimits, length: number): WindowLimit => {
    const window = Math.floor(at / length);
    const endsAt = (window + 1) * length;
    return {
      counter: `${CONFIRMING_COUNTER}${accountId}#${name}#${window}`,
      limit: limits[name],
      expiresAt: epochSeconds(endsAt + MINUTE),
      endsAt,
    };
  };
  return { hour: cap('hour', HOUR), day: cap('day', DAY) };
}

/** Returns the error for a change that needs more confirmation e-mails than the account can still send. */
export function tooManyConfirmations(
  needed: number,
  per: keyof ConfirmationLimits,
  { limit, endsAt }: WindowLimit,
  at: number,
): RateLimited {
  return new RateLimited(
    `An account can send at most ${limit} confirmation e-mails per ${per}. This change needs ${needed} of them and was not made. Add fewer recipients at a time, or try again later.`,
    Math.max(1, Math.ceil((endsAt - at) / SECOND)),
  );
}
