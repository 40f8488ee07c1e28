/**
 * How many of an account's submissions may come from one address on one day, so that nobody drains a month's quota
 * alone (docs/specification.md, "Spam protection").
 */
import { createHmac } from 'node:crypto';
import type { Account } from '../accounts/account.ts';
import { DAY, epochSeconds, timestamp } from '../core/clock.ts';
import type { WindowLimit } from '../core/counter-limit.ts';
import { subscriberPrefix } from './rate-limit.ts';

/** What an address may always send in a day, as far as the quota goes. */
const LEAST_OF_A_DAY = 60;

/**
 * The accepted submissions of one address to all forms of the account on the day (UTC) of `at`; undefined when the
 * month's quota is the stricter limit. The counter's name holds a keyed digest of the address, as that of the rate limit
 * does.
 * @param share part of the month's quota, more than 0 and at most 1
 */
export function addressShareCounter(
  { account_id, cursor_key }: Pick<Account, 'account_id' | 'cursor_key'>,
  sourceIp: string,
  at: number,
  { monthlyQuota, share }: { monthlyQuota: number; share: number },
): WindowLimit | undefined {
  const limit = Math.max(LEAST_OF_A_DAY, Math.floor(monthlyQuota * share));
  if (limit >= monthlyQuota) return undefined;
  const digest = createHmac('sha256', cursor_key)
    .update(`address ${subscriberPrefix(sourceIp)}`)
    .digest('base64url')
    .slice(0, 22);
  const endsAt = (Math.floor(at / DAY) + 1) * DAY;
  return {
    counter: `address#${account_id}#${digest}#${timestamp(at).slice(0, 'yyyy-mm-dd'.length)}`,
    limit,
    expiresAt: epochSeconds(endsAt) + 60,
    endsAt,
  };
}
