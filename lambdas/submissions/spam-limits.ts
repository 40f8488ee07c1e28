/**
 * What is stored of spam, so that bots cannot fill the tables: at most 8 KiB of a submission's text, and at most 1,000
 * submissions of a form and day (docs/specification.md, "Spam protection").
 */
import { dateOf, dayExpiresAt, spamCounterName } from '../forms/counts/day-counts.ts';
import { timestamp } from '../core/clock.ts';
import type { CounterLimit } from '../core/counter-limit.ts';
import { payloadOfPairs, type Payload, type PostedField } from '../core/payload.ts';

const SPAM_TEXT_BYTES = 8 * 1024;
const SPAM_OF_A_DAY = 1000;
const ELLIPSIS = '…';
const ELLIPSIS_BYTES = Buffer.byteLength(ELLIPSIS);

/** The form's spam of the day (UTC) of `at` that is stored; the item also counts what was not stored for its limit. */
export function spamCounter(formId: string, at: number): CounterLimit {
  const date = dateOf(timestamp(at));
  return { counter: spamCounterName(formId, date), limit: SPAM_OF_A_DAY, expiresAt: dayExpiresAt(date) };
}

/**
 * The payload as spam is stored: whole fields in the order posted as long as names and values have 8 KiB, and of the
 * first one that is too long its beginning. What is left out is marked by an ellipsis at the end of the last value, or of
 * the name when the very first name is too long.
 * @returns whether something was left out
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

/** The longest beginning of the text that has at most so many bytes in UTF-8; no character is cut in two. */
function firstBytes(text: string, most: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(most));
  return text.slice(0, read);
}
