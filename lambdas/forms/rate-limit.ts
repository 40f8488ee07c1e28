/**
 * Defines the counters for an IP address: its requests to each form within ten minutes and its accepted
 * submissions to all of the account's forms within a day (docs/specification.md, "Spam protection"). Both
 * counts are in the same item, so a single update increments both.
 */
import { createHmac } from 'node:crypto';
import { DAY, epochSeconds, MINUTE } from '../core/clock.ts';
import type { IngestForm } from './form.ts';

const RATE_WINDOW = 10 * MINUTE;
/** Minimum daily limit for submissions per IP address, unless the monthly quota is lower. */
const MIN_DAILY_LIMIT = 60;
/**
 * Number of past counts that can remain in the counter item. The limit keeps the item far below 1 KB, the
 * size of a write unit.
 */
const MAX_PAST_COUNTS = 16;
/**
 * Maximum number of past counts to remove in one update. An address that submits many forms can have more
 * past counts than fit into a DynamoDB expression (4 KB).
 */
const MAX_REMOVED_COUNTS = 100;

/** A period that has its own count in the counter item, starting at zero. */
export interface CountedTime {
  /** Name of the attribute that contains the count. */
  readonly name: string;
  /** End of the period, in milliseconds since the epoch. */
  readonly endsAt: number;
}

/** The counts that are incremented when a form is submitted from an IP address. */
export interface AddressCounts {
  readonly counter: string;
  /** Counts requests to the form and contains the form's rate limit. */
  readonly window: CountedTime & { readonly limit: number };
  /** Counts accepted submissions to all of the account's forms. */
  readonly day: CountedTime;
  /** Unix time, in seconds. */
  readonly expiresAt: number;
}

/**
 * Derives the key for hashing the IP addresses of an account's submitters. The result doesn't reveal the
 * account's key.
 */
export function addressKeyOf(cursorKey: string): string {
  return createHmac('sha256', cursorKey).update('addresses').digest('base64url');
}

/**
 * Returns the counters for an address at a given time. Windows start at a different time for each address so
 * that many blocked addresses aren't unblocked at the same time. Days are in UTC. The item's name contains a
 * keyed digest, which doesn't reveal the address.
 * @param addressKey the account's key for hashing addresses
 */
export function addressCounts(
  { account_id, form_id, rate_limit }: Pick<IngestForm, 'account_id' | 'form_id' | 'rate_limit'>,
  addressKey: string,
  sourceIp: string,
  at: number,
): AddressCounts {
  const digest = createHmac('sha256', addressKey).update(subscriberPrefix(sourceIp)).digest();
  const offset = digest.readUInt32BE(0) % RATE_WINDOW;
  const window = Math.floor((at + offset) / RATE_WINDOW);
  const day = Math.floor(at / DAY);
  const windowEndsAt = (window + 1) * RATE_WINDOW - offset;
  const dayEndsAt = (day + 1) * DAY;
  return {
    counter: `address#${account_id}#${digest.toString('base64url').slice(0, 22)}`,
    window: { name: `posts#${window}#${form_id}`, limit: rate_limit, endsAt: windowEndsAt },
    day: { name: `accepted#${day}`, endsAt: dayEndsAt },
    expiresAt: epochSeconds(Math.max(windowEndsAt, dayEndsAt)) + 60,
  };
}

/**
 * Returns the maximum number of an account's submissions per day from a single address, or undefined if the
 * monthly quota is stricter.
 * @param share fraction of the monthly quota, more than 0 and at most 1
 */
export function shareOfOneAddress(monthlyQuota: number, share: number): number | undefined {
  const limit = Math.max(MIN_DAILY_LIMIT, Math.floor(monthlyQuota * share));
  return limit < monthlyQuota ? limit : undefined;
}

/**
 * Returns the counts of past windows and days to remove, up to the maximum for one write. Returns none if
 * there are only a few. Without this cleanup, the item of an address that submits forms every day would grow
 * indefinitely.
 * @param names the item's attributes
 */
export function pastCounts(names: readonly string[], { window, day }: AddressCounts): string[] {
  const numberOf = (name: string): number => Number(name.split('#')[1]);
  const isPast = (name: string): boolean =>
    (name.startsWith('posts#') && numberOf(name) < numberOf(window.name)) ||
    (name.startsWith('accepted#') && numberOf(name) < numberOf(day.name));
  const past = names.filter(isPast);
  return past.length > MAX_PAST_COUNTS ? past.slice(0, MAX_REMOVED_COUNTS) : [];
}

/**
 * Returns the part of an address that limits apply to: the /64 prefix for IPv6, because a subscriber usually
 * has a whole /64, and the full address for IPv4.
 */
export function subscriberPrefix(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  const groups = [...start, ...Array<string>(zeros).fill('0'), ...end];
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group || '0', 16).toString(16))
    .join(':');
}
