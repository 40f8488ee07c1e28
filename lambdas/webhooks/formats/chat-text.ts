/**
 * Builds the chat message's text for an event, shortened to fit. Submitted text is escaped, so it can't
 * contain markup or mention anyone.
 */
import { displayValue, singleLine } from '../../core/text/text.ts';
import type { Submission } from '../../submissions/submission.ts';

/** A submission's field, or a remark about the submission. */
export interface ChatEntry {
  readonly name: string;
  readonly value: string;
}

export interface ChatText {
  readonly title: string;
  /** Entries in the order submitted, with files last. */
  readonly entries: readonly ChatEntry[];
}

/** Appended to shortened text. */
const MORE = '…';

/** Returns the text for a submission, or for a test ping if `submission` is undefined. */
export function chatText(submission: Submission | undefined): ChatText {
  if (!submission) return { title: 'Test ping', entries: [] };
  const fields = Array.from(submission.payload, ([name, value]) => ({
    name: singleLine(name),
    value: displayValue(value),
  }));
  const files = submission.attachments.map(({ name }) => singleLine(name));
  return {
    title: 'New submission',
    entries: [
      ...fields,
      ...(files.length > 0 ? [{ name: 'Files', value: files.join('\n') }] : []),
      { name: 'Submission', value: `${submission.submission_id}, ${submission.received_at}` },
    ],
  };
}

/**
 * Returns the beginning of the text, escaped for the receiver, up to the given size.
 * @param write escapes a character; the result is never split
 * @param sizeOf returns the size of escaped text; defaults to its length
 */
export function writtenWithin(
  text: string,
  longest: number,
  write: (character: string) => string,
  sizeOf: (written: string) => number = (written) => written.length,
): string {
  const whole = Array.from(text, write);
  if (whole.reduce((sum, each) => sum + sizeOf(each), 0) <= longest) return whole.join('');
  let left = longest - sizeOf(MORE);
  let written = '';
  for (const each of whole) {
    left -= sizeOf(each);
    if (left < 0) break;
    written += each;
  }
  return written + MORE;
}
