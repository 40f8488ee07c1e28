/**
 * What is counted of an address: its posts to each form in ten minutes, and its accepted submissions to all forms of the
 * account in a day (docs/specification.md, "Spam protection"). Both are in one item, so that one write counts both.
 */
import { createHmac } from 'node:crypto';
import { DAY, epochSeconds, MINUTE } from '../core/clock.ts';
import type { IngestForm } from './form.ts';

const RATE_WINDOW = 10 * MINUTE;
/** What an address may always send in a day, as far as the quota goes. */
const LEAST_OF_A_DAY = 60;
/** So many counts of the past may stay in the item: it is far smaller than the kilobyte that a write costs. */
const MOST_PAST_COUNTS = 16;
/** Of those that one write removes: an expression has room for 4 KB, and whoever posted to very many forms has more. */
const MOST_AT_ONCE = 100;

/** A stretch of time with a count in the item, after which counting starts again. */
export interface CountedTime {
  /** The attribute that counts. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/** The counts of one address that a post to a form adds to. */
export interface AddressCounts {
  /** Key of the item in the table Counters. */
  readonly counter: string;
  /** Posts to the form, with the form's rate limit. */
  readonly window: CountedTime & { readonly limit: number };
  /** Accepted submissions to all forms of the account. */
  readonly day: CountedTime;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** The key of the digests of addresses that post to an account's forms, from which nobody gets the account's own key. */
export function addressKeyOf(cursorKey: string): string {
  return createHmac('sha256', cursorKey).update('addresses').digest('base64url');
}

/**
 * The counts of an address at a moment. The windows of different addresses start at different moments, so that a whole
 * audience is not let in again at once; days are in UTC. The item's name holds a keyed digest of the address: the address
 * cannot be read from it.
 * @param addressKey of the account
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
 * How many of an account's submissions may come from one address on one day; undefined when the month's quota is the
 * stricter limit.
 * @param share part of the month's quota, more than 0 and at most 1
 */
export function shareOfOneAddress(monthlyQuota: number, share: number): number | undefined {
  const limit = Math.max(LEAST_OF_A_DAY, Math.floor(monthlyQuota * share));
  return limit < monthlyQuota ? limit : undefined;
}

/**
 * Counts of windows and days that are over, when there are so many of them that the item should be cleaned; the item
 * of an address that posts day after day would grow otherwise. As many as one write removes.
 * @param names the attributes of the item
 */
export function pastCounts(names: readonly string[], { window, day }: AddressCounts): string[] {
  const numberOf = (name: string): number => Number(name.split('#')[1]);
  const isPast = (name: string): boolean =>
    (name.startsWith('posts#') && numberOf(name) < numberOf(window.name)) ||
    (name.startsWith('accepted#') && numberOf(name) < numberOf(day.name));
  const past = names.filter(isPast);
  return past.length > MOST_PAST_COUNTS ? past.slice(0, MOST_AT_ONCE) : [];
}

/** One subscriber has a whole IPv6 /64, so limits count by it; an IPv4 address counts by itself. */
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
