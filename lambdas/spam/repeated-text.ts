/** Recognizes text that is submitted repeatedly, without storing it. */
import { createHmac } from 'node:crypto';
import { epochSeconds, HOUR } from '../core/clock.ts';
import type { Payload } from '../core/payload.ts';
import { readValues } from './post-text.ts';
import { wordsOf, wordsWithoutAddresses } from './words.ts';

/** Period (in milliseconds) within which repeated text is a sign of spam. */
export const REPEATED_WITHIN = HOUR;

export interface SeenText {
  readonly counter: string;
  /** Current time, in milliseconds since the epoch. */
  readonly now: number;
  /** Unix time, in seconds. */
  readonly expiresAt: number;
}

/**
 * Minimum number of words in a value that counts as text. Shorter values are often choices or names, which
 * many submissions share.
 */
const FEWEST_WORDS = 4;

/**
 * Returns the counter for a submission's text. The text consists of all values that are long enough, without
 * addresses and links. If no value is long enough, it consists of all values. The counter's name contains a
 * keyed digest, which doesn't reveal the text.
 */
export function seenText(
  { form_id, address_salt }: { readonly form_id: string; readonly address_salt: string },
  payload: Payload,
  now: number,
): SeenText {
  const values = readValues(payload).map(([, value]) => value);
  // Ignore e-mail addresses and links, because spammers vary them.
  const texts = values.map(wordsWithoutAddresses).filter((words) => words.length >= FEWEST_WORDS);
  const text = (texts.length > 0 ? texts : values.map(wordsOf)).map((words) => words.join(' ')).join('\n');
  const digest = createHmac('sha256', address_salt).update(`text ${text}`).digest('base64url').slice(0, 22);
  return {
    counter: `text#${form_id}#${digest}`,
    now,
    expiresAt: epochSeconds(now + REPEATED_WITHIN) + 60,
  };
}
