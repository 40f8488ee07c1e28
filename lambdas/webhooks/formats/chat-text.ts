/**
 * Builds the chat message's text for an event, shortened to fit. Submitted text is escaped, so it can't
 * contain markup or mention anyone.
 */
import { displayValue, singleLine } from '../../core/text/text.ts';
import {
  deliveryFailureFacts,
  submissionChangeFacts,
  submissionDeleted,
  type DeletionReason,
  type WebhookEvent,
} from '../../submissions/events/event-views.ts';
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

/** An event to describe in a chat. */
export interface ToldEvent {
  readonly event: WebhookEvent;
  /** Undefined for test pings, deletions and failed deliveries. */
  readonly submission?: Submission | undefined;
  /** Event details for a change, a deletion or a failed delivery. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the text for an event. Titles never contain submitted text. */
export function chatText({ event, submission, facts }: ToldEvent): ChatText {
  if (event === 'submission.deleted') return deletionText(facts);
  if (event === 'delivery.failed') return failureText(facts);
  if (!submission) return { title: 'Test ping', entries: [] };
  const { title, entries } = submissionText(submission);
  if (event !== 'submission.updated') return { title, entries };
  const { changed, actor } = submissionChangeFacts.parse(facts);
  return {
    title: 'A submission was changed.',
    entries: [
      { name: 'Changed', value: changed.join(', ') },
      { name: 'Changed by', value: singleLine(actor.name) },
      ...entries,
    ],
  };
}

const REASONS: Readonly<Record<DeletionReason, string>> = {
  deleted: 'A submission was deleted.',
  expired: 'A submission was deleted because its retention period ended.',
  erased: 'A submission was deleted because the sender’s data was erased.',
};

function deletionText(facts: ToldEvent['facts']): ChatText {
  const { submission_id, deleted_at, reason } = submissionDeleted.shape.data.parse(facts);
  return {
    title: REASONS[reason],
    entries: [{ name: 'Submission', value: `${submission_id}, ${deleted_at}` }],
  };
}

function failureText(facts: ToldEvent['facts']): ChatText {
  const { delivery_id, webhook_id, submission_id, attempts, last_error } = deliveryFailureFacts.parse(facts);
  return {
    title: 'All attempts of a delivery failed.',
    entries: [
      { name: 'Webhook', value: webhook_id },
      { name: 'Submission', value: submission_id },
      { name: 'Delivery', value: delivery_id },
      { name: 'Attempts', value: String(attempts) },
      ...(last_error === null ? [] : [{ name: 'Last error', value: singleLine(last_error) }]),
    ],
  };
}

function submissionText(submission: Submission): ChatText {
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
 * @param write escapes a character; the escaped character is never split
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
