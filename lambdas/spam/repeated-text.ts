/** Recognises a text that is posted again and again, without keeping the text. */
import { createHmac } from 'node:crypto';
import { epochSeconds, HOUR } from '../core/clock.ts';
import type { Payload } from '../core/payload.ts';
import { readValues } from './post-text.ts';
import { wordsOf } from './words.ts';

/** How often within how long the same text is a sign. */
export const REPEATED_WITHIN = HOUR;

/** What is remembered of a text (table Counters). */
export interface SeenText {
  readonly counter: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** Fewer words are a choice or a name, which many people share. */
const FEWEST_WORDS = 4;

/**
 * The text of a post: of the values that are texts, or of all where none is; their beginnings, as the rules read them. The
 * name holds a keyed digest, from which nobody reads the text.
 */
export function seenText(
  { form_id, address_salt }: { readonly form_id: string; readonly address_salt: string },
  payload: Payload,
  now: number,
): SeenText {
  const values = readValues(payload).map(([, value]) => wordsOf(value));
  const texts = values.filter((words) => words.length >= FEWEST_WORDS);
  const text = (texts.length > 0 ? texts : values).map((words) => words.join(' ')).join('\n');
  const digest = createHmac('sha256', address_salt).update(`text ${text}`).digest('base64url').slice(0, 22);
  return {
    counter: `text#${form_id}#${digest}`,
    now,
    expiresAt: epochSeconds(now + REPEATED_WITHIN) + 60,
  };
}
