/** What a chat is told of an event, and how much of it fits. Whatever was posted stays text: it can call nobody. */
import { displayValue, singleLine } from '../../core/text.ts';
import type { Submission } from '../../submissions/submission.ts';

/** One field of a submission, or what is said about it. */
export interface ChatEntry {
  readonly name: string;
  readonly value: string;
}

export interface ChatText {
  readonly title: string;
  /** In the order posted; the files last. */
  readonly entries: readonly ChatEntry[];
}

/** Said where not everything fits. */
const MORE = '…';

/** The text about a submission; about a test ping when it is undefined. */
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
 * The beginning of a text, written for its receiver, that is at most so long.
 * @param write escapes one character; what it gives is never cut in two
 * @param sizeOf the size of written text; its length unless the receiver counts otherwise
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
