/**
 * Limits the amount of stored spam so that bots can't fill the tables. The limits are 8 KiB of text per
 * submission and 1,000 submissions per form per day (docs/specification.md, "Spam protection").
 */
import { dateOf, dayExpiresAt, spamCounterName } from '../forms/counts/day-counts.ts';
import { timestamp } from '../core/clock.ts';
import type { CounterLimit } from '../core/counters/counter-limit.ts';
import { payloadOfPairs, type Payload, type PostedField } from '../core/payload.ts';

const SPAM_TEXT_BYTES = 8 * 1024;
const SPAM_OF_A_DAY = 1000;
const ELLIPSIS = '…';
const ELLIPSIS_BYTES = Buffer.byteLength(ELLIPSIS);

/**
 * Returns the counter for the spam that a form stores on the UTC day of `at`. The same item also counts spam
 * that wasn't stored because of the limit.
 */
export function spamCounter(formId: string, at: number): CounterLimit {
  const date = dateOf(timestamp(at));
  return { counter: spamCounterName(formId, date), limit: SPAM_OF_A_DAY, expiresAt: dayExpiresAt(date) };
}

/**
 * Truncates a spam payload. Keeps whole fields in the order submitted, up to 8 KiB of names and values, and
 * then the beginning of the first field that doesn't fit. Adds an ellipsis to the last value, or to the name
 * if the first name is already too long.
 * @returns the payload and whether anything was removed
 */
export function truncatedPayload(payload: Payload): { payload: Payload; truncated: boolean } {
  const all = [...payload];
  if (bytesOf(all) <= SPAM_TEXT_BYTES) return { payload, truncated: false };
  const kept: [string, string][] = [];
  let left = SPAM_TEXT_BYTES - ELLIPSIS_BYTES;
  for (const [name, value] of all) {
    const bytes = bytesOf([[name, value]]);
    if (bytes <= left) {
      kept.push([name, value]);
      left -= bytes;
      continue;
    }
    const ofValue = left - Buffer.byteLength(name);
    const last = kept.at(-1);
    if (ofValue >= 0) kept.push([name, firstBytes(value, ofValue) + ELLIPSIS]);
    else if (last) last[1] += ELLIPSIS;
    else kept.push([firstBytes(name, left) + ELLIPSIS, '']);
    break;
  }
  return { payload: payloadOfPairs(kept), truncated: true };
}

function bytesOf(fields: readonly PostedField[]): number {
  return fields.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
}

/** Returns the longest prefix that fits into this many bytes of UTF-8, without splitting a character. */
function firstBytes(text: string, most: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(most));
  return text.slice(0, read);
}
