/** What is counted, and under which name (table Counters). */
import { createHmac } from 'node:crypto';
import { epochSeconds, HOUR, MINUTE, timestamp } from '../core/clock.ts';

/** Length of the ingest rate window (specification, "Limits"). */
const RATE_WINDOW = 10 * MINUTE;

const MINTING_CAP = 10;

/** A counter that is allowed to grow up to `limit` and may be forgotten after `expiresAt` (epoch seconds). */
export interface CounterLimit {
  readonly counter: string;
  readonly limit: number;
  readonly expiresAt: number;
}

/** The account's accepted submissions of the calendar month (UTC) that `at` lies in. */
export function quotaCounter(accountId: string, at: number, limit: number): CounterLimit {
  const month = timestamp(at).slice(0, 'yyyy-mm'.length);
  const [year = 0, monthNumber = 0] = month.split('-').map(Number);
  const afterNextMonth = Date.UTC(year, monthNumber + 1, 1);
  return {
    counter: `quota#${accountId}#${month}`,
    limit,
    expiresAt: epochSeconds(afterNextMonth),
  };
}

/**
 * Posts of one address to one form in one window of ten minutes. The windows of different addresses start at
 * different moments, so that a whole audience is not let in again at once. The address goes in as a keyed
 * digest: the stored counter tells nobody who posted.
 */
export function rateCounter(
  form: { form_id: string; address_salt: string; rate_limit: number },
  sourceIp: string,
  at: number,
): CounterLimit & { readonly endsAt: number } {
  const digest = createHmac('sha256', form.address_salt).update(subscriberPrefix(sourceIp)).digest();
  const offset = digest.readUInt32BE(0) % RATE_WINDOW;
  const window = Math.floor((at + offset) / RATE_WINDOW);
  const endsAt = (window + 1) * RATE_WINDOW - offset;
  return {
    counter: `rate#${form.form_id}#${digest.toString('base64url').slice(0, 22)}#${window}`,
    limit: form.rate_limit,
    expiresAt: epochSeconds(endsAt) + 60,
    endsAt,
  };
}

/** Keys that an account mints in one hour of the clock (DESIGN section 1, "Key-minting cap"). */
export function mintingCounter(accountId: string, at: number): CounterLimit & { readonly endsAt: number } {
  const hour = Math.floor(at / HOUR);
  const endsAt = (hour + 1) * HOUR;
  return {
    counter: `minting#${accountId}#${hour}`,
    limit: MINTING_CAP,
    expiresAt: epochSeconds(endsAt) + 60,
    endsAt,
  };
}

/** One subscriber has a whole IPv6 /64, so the limit counts by it; an IPv4 address counts by itself. */
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
