/**
 * What the message of a first attempt carries. The delivery is stored when its first attempt is claimed: until then the
 * message is what remembers it (docs/decisions/0038-a-delivery-is-stored-when-it-is-claimed.md).
 */
import * as z from 'zod';
import { asciiJson } from '../../core/ascii-json.ts';
import { SECOND, timestamp } from '../../core/clock.ts';
import { submission, type Submission } from '../../submissions/submission.ts';

/** A submission in a message: accepted and without files, so that no secret is in it. */
const carriedSubmission = submission.pick({
  account_id: true,
  form_id: true,
  submission_id: true,
  received_at: true,
  payload: true,
});

export const firstAttempt = z.object({
  /** When fan-out queued it. */
  created_at: z.string(),
  /** Absent when it is too large or has files: then it is read. */
  submission: carriedSubmission.optional(),
});
/** A delivery that is not stored yet. */
export type FirstAttempt = z.infer<typeof firstAttempt>;

/** Ten messages, the most of one call, stay below the 256 KB that SQS takes in one. */
const LARGEST_PAYLOAD = 16 * 1024;

/**
 * For so long the acceptance of a submission counts as a reading of it and of its account: accepted, not deleted and
 * not suspended. What is read of them otherwise is no fresher when the request leaves (invariant 3).
 */
const ACCEPTED_IS_CURRENT = 2 * SECOND;

/** What fan-out knows of a submission. */
export type FannedOutSubmission = Omit<z.infer<typeof carriedSubmission>, 'payload'> & {
  /** Undefined where its record is without. */
  readonly payload?: Submission['payload'] | undefined;
  readonly attachments: readonly unknown[];
  /** Set when its account had no webhook of all forms when it was posted. */
  readonly no_account_webhooks?: true | undefined;
};

/** The first attempts at delivering a submission that was accepted when it was posted. */
export function firstAttemptOf(of: FannedOutSubmission, now: number): FirstAttempt {
  const { account_id, form_id, submission_id, received_at, payload, attachments } = of;
  const created_at = timestamp(now);
  if (!payload || attachments.length > 0 || bytesOf(payload) > LARGEST_PAYLOAD) return { created_at };
  return { created_at, submission: { account_id, form_id, submission_id, received_at, payload } };
}

/** The JSON of a first attempt, which `firstAttempt` parses back. */
export function toFirstAttemptJson({
  created_at,
  submission: carried,
}: FirstAttempt): z.input<typeof firstAttempt> {
  return { created_at, ...(carried && { submission: { ...carried, payload: [...carried.payload] } }) };
}

/** The submission that the message carries, while its acceptance counts as a reading. */
export function currentSubmission(
  { submission: carried }: FirstAttempt,
  now: number,
): Submission | undefined {
  if (!carried || Date.parse(carried.received_at) < now - ACCEPTED_IS_CURRENT) return undefined;
  return { ...carried, status: 'received', attachments: [], changes: [] };
}

/** In a message. */
const bytesOf = (payload: Submission['payload']): number => asciiJson([...payload]).length;
