/**
 * Defines the message for a first attempt. The delivery is stored when its first attempt is claimed. Until
 * then, the message is the only record of the delivery
 * (docs/decisions/0038-a-delivery-is-stored-when-it-is-claimed.md).
 */
import * as z from 'zod';
import { asciiJson } from '../../core/text/ascii-json.ts';
import { SECOND, timestamp } from '../../core/clock.ts';
import { submission, type Submission } from '../../submissions/submission.ts';

/** A submission in a message. It has been accepted and has no files, so the message contains no secrets. */
const carriedSubmission = submission.pick({
  account_id: true,
  form_id: true,
  submission_id: true,
  received_at: true,
  payload: true,
});

export const firstAttempt = z.object({
  /** Time when fan-out queued the delivery. */
  created_at: z.string(),
  /** Absent if the submission is too large or has files. In this case, it is read from the table. */
  submission: carriedSubmission.optional(),
});
/** A delivery that isn't stored yet. */
export type FirstAttempt = z.infer<typeof firstAttempt>;

/**
 * Maximum size of a payload in a message. A single call sends up to ten messages, and their total size must
 * stay below the SQS limit of 256 KB.
 */
const MAX_PAYLOAD_BYTES = 16 * 1024;

/**
 * How long an accepted submission can be used without reading it again, in milliseconds. Even a submission
 * that was just read can be deleted or marked as spam before the request is sent (invariant 3).
 */
const ACCEPTANCE_IS_CURRENT_FOR = 2 * SECOND;

/** Submission data that is available to fan-out. */
export type FannedOutSubmission = Omit<z.infer<typeof carriedSubmission>, 'payload'> & {
  /** Undefined if the stream record has no payload. */
  readonly payload?: Submission['payload'] | undefined;
  readonly attachments: readonly unknown[];
  /** True if the account had no account-wide webhook when the submission arrived. */
  readonly no_account_webhooks?: true | undefined;
};

/** Creates the message data for the first attempt to deliver a submission that was accepted on arrival. */
export function firstAttemptOf(of: FannedOutSubmission, now: number): FirstAttempt {
  const { account_id, form_id, submission_id, received_at, payload, attachments } = of;
  const created_at = timestamp(now);
  if (!payload || attachments.length > 0 || bytesOf(payload) > MAX_PAYLOAD_BYTES) return { created_at };
  return { created_at, submission: { account_id, form_id, submission_id, received_at, payload } };
}

/** Serializes a first attempt as JSON. `firstAttempt` parses it. */
export function toFirstAttemptJson({
  created_at,
  submission: carried,
}: FirstAttempt): z.input<typeof firstAttempt> {
  return { created_at, ...(carried && { submission: { ...carried, payload: [...carried.payload] } }) };
}

/**
 * Returns the submission in the message if it was accepted recently enough to use without reading it again.
 */
export function currentSubmission(
  { submission: carried }: FirstAttempt,
  now: number,
): Submission | undefined {
  if (!carried || Date.parse(carried.received_at) < now - ACCEPTANCE_IS_CURRENT_FOR) return undefined;
  return { ...carried, status: 'received', attachments: [], changes: [] };
}

/** Returns the size of a payload in a message, in bytes. */
const bytesOf = (payload: Submission['payload']): number => asciiJson([...payload]).length;
