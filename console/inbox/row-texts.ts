/** Builds the text of an inbox row: the sender, and a one-line summary. */
import type { Schema } from '../api/schema.ts';
import { occurrences, wordsOf } from './word-occurrences.ts';

const NAME = /^(full|first|your)?[ _-]?(name|nombre|nome|vorname|имя)$/i;
const MAIL = /mail|correo|почта/i;
const MAX_LENGTH = 300;

/** Returns a submitted value as readable text. Fields with several values are stored as a JSON array. */
export function valueText(value: string): string {
  if (!value.startsWith('[')) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    const isList = Array.isArray(parsed) && parsed.every((each) => typeof each === 'string');
    return isList ? parsed.join(', ') : value;
  } catch {
    return value;
  }
}

/** Returns the submitted name or, if there is none, the e-mail address or the first value. */
export function senderOf({ payload }: Pick<Schema<'Submission'>, 'payload'>): string {
  const entries = Object.entries(payload).filter(([, value]) => value.trim() !== '');
  const found =
    entries.find(([name]) => NAME.test(name)) ?? entries.find(([name]) => MAIL.test(name)) ?? entries[0];
  return valueText(found?.[1] ?? '');
}

/** Number of characters of a summary that fit in a narrow list. */
const VISIBLE = 30;
/** Number of characters to keep before a matching word. */
const BEFORE = 12;

/**
 * Joins the submitted values, longest first, because the longest value usually says the most.
 * @param q search words. Values that contain one of these words come first. If the word would still be cut
 * off, the summary starts near it.
 */
export function summaryOf(submission: Pick<Schema<'Submission'>, 'payload'>, q = ''): string {
  const sender = senderOf(submission);
  const values = Object.values(submission.payload)
    .map(valueText)
    .filter((value) => value.trim() !== '' && value !== sender);
  const words = wordsOf(q);
  const hasWord = (value: string): boolean => occurrences(value, words).length > 0;
  const summary = values
    .toSorted((one, other) => Number(hasWord(other)) - Number(hasWord(one)) || other.length - one.length)
    .map((value) => value.replace(/\s+/g, ' '))
    .join(' · ');
  const first = Math.min(...occurrences(summary, words).map(([start]) => start));
  if (first <= VISIBLE || first === Infinity) return summary.slice(0, MAX_LENGTH);
  // Start at the beginning of a word, unless the text before the match has no space.
  const space = summary.indexOf(' ', first - BEFORE);
  const start = space === -1 || space >= first ? first - BEFORE : space + 1;
  return `…${summary.slice(start, start + MAX_LENGTH)}`;
}
