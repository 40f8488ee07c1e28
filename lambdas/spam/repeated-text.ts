/** Recognizes texts that are submitted repeatedly, without storing the texts. */
import { createHmac } from 'node:crypto';
import { epochSeconds, HOUR } from '../core/clock.ts';
import type { Payload } from '../core/payload.ts';
import { readValues } from './post-text.ts';
import { wordsOf, wordsWithoutAddresses } from './words.ts';

/** Period in milliseconds. A text that is repeated within this period is a sign of spam. */
export const REPEATED_WITHIN = HOUR;

export interface SeenText {
  readonly counter: string;
  /** Current time, in milliseconds since the epoch. */
  readonly now: number;
  /** Unix time, in seconds. */
  readonly expiresAt: number;
}

/**
 * Minimum number of words in a text. Shorter values are choices or names, which many submissions have in
 * common.
 */
const FEWEST_WORDS = 4;

/**
 * Returns the text of a post. It consists of all values that are texts, without the addresses and links in
 * them, or of all values if none is a text. It is limited to the part that the rules read. The counter's name
 * contains a keyed digest, from which the text can't be recovered.
 */
export function seenText(
  { form_id, address_salt }: { readonly form_id: string; readonly address_salt: string },
  payload: Payload,
  now: number,
): SeenText {
  const values = readValues(payload).map(([, value]) => value);
  // Spammers vary e-mail addresses and links, so these are ignored when texts are compared.
  const texts = values.map(wordsWithoutAddresses).filter((words) => words.length >= FEWEST_WORDS);
  const text = (texts.length > 0 ? texts : values.map(wordsOf)).map((words) => words.join(' ')).join('\n');
  const digest = createHmac('sha256', address_salt).update(`text ${text}`).digest('base64url').slice(0, 22);
  return {
    counter: `text#${form_id}#${digest}`,
    now,
    expiresAt: epochSeconds(now + REPEATED_WITHIN) + 60,
  };
}
