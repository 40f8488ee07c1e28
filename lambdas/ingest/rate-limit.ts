/** The rate limit of a form: posts of one address in ten minutes (docs/specification.md, "Spam protection"). */
import { createHmac } from 'node:crypto';
import { epochSeconds, MINUTE } from '../core/clock.ts';
import type { WindowLimit } from '../core/counter-limit.ts';
import type { IngestForm } from '../forms/form.ts';

const RATE_WINDOW = 10 * MINUTE;

/**
 * Posts of one address to one form in one window of ten minutes. The windows of different addresses start at
 * different moments, so that a whole audience is not let in again at once. The counter's name holds a keyed
 * digest of the address: the address cannot be read from it.
 */
export function rateCounter(
  form: Pick<IngestForm, 'form_id' | 'address_salt' | 'rate_limit'>,
  sourceIp: string,
  at: number,
): WindowLimit {
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
