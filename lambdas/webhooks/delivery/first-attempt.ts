/**
 * Defines what the message of a first attempt carries. The delivery is stored only when its first attempt is
 * claimed. Until then, the message is the only record of it
 * (docs/decisions/0038-a-delivery-is-stored-when-it-is-claimed.md).
 */
import * as z from 'zod';
import { asciiJson } from '../../core/ascii-json.ts';
import { SECOND, timestamp } from '../../core/clock.ts';
import { submission, type Submission } from '../../submissions/submission.ts';

/** A submission inside a message. It is accepted and has no files, so it contains no secret. */
const carriedSubmission = submission.pick({
  account_id: true,
  form_id: true,
  submission_id: true,
  received_at: true,
  payload: true,
});

export const firstAttempt = z.object({
  /** When fan-out queued the delivery. */
  created_at: z.string(),
  /** Absent if it is too large or has files. It is then read from the table. */
  submission: carriedSubmission.optional(),
});
/** A delivery that is not stored yet. */
export type FirstAttempt = z.infer<typeof firstAttempt>;

/** Keeps ten messages, the most that one call sends, below the SQS limit of 256 KB. */
const MAX_PAYLOAD_BYTES = 16 * 1024;

/**
 * How long an accepted submission counts as just read: accepted, not deleted, and its account not suspended.
 * Reading it again would not be more current by the time the request is sent (invariant 3).
 */
const ACCEPTANCE_IS_CURRENT_FOR = 2 * SECOND;

/** What fan-out knows about a submission. */
export type FannedOutSubmission = Omit<z.infer<typeof carriedSubmission>, 'payload'> & {
  /** Undefined if the stream record has no payload. */
  readonly payload?: Submission['payload'] | undefined;
  readonly attachments: readonly unknown[];
  /** Set if the account had no account-wide webhook when the submission was posted. */
  readonly no_account_webhooks?: true | undefined;
};

/** Builds the first attempt to deliver a submission that was accepted when it was posted. */
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

/** Returns the submission that the message carries, while its acceptance still counts as a read. */
export function currentSubmission(
  { submission: carried }: FirstAttempt,
  now: number,
): Submission | undefined {
  if (!carried || Date.parse(carried.received_at) < now - ACCEPTANCE_IS_CURRENT_FOR) return undefined;
  return { ...carried, status: 'received', attachments: [], changes: [] };
}

/** Size inside a message, in bytes. */
const bytesOf = (payload: Submission['payload']): number => asciiJson([...payload]).length;
