/**
 * Defines a submission's e-mail log, with a record for each e-mail and its status (docs/specification.md,
 * "E-mail log").
 */
import * as z from 'zod';
import { DAY, epochSeconds } from '../../core/clock.ts';
import { formIdOf, isSubmissionId } from '../../core/ids.ts';
import type { Submission } from '../submission.ts';
import { recipientIdOf } from '../../forms/recipients/recipient.ts';
import { emailStatuses } from './email-status.ts';

/** Number of days to keep e-mails in the log. E-mails are deleted earlier if their submission expires. */
export const EMAIL_LOG_DAYS = 90;

export const emailKinds = ['notification', 'autoresponse', 'reply'] as const;

export type SkipReason =
  | 'filtered'
  | 'unconfirmed'
  | 'unsubscribed'
  | 'bounced-before'
  | 'complained-before'
  | 'limit'
  | 'suspended'
  | 'automated-address'
  | 'refused';

/** Primary key of an e-mail's record. */
export const emailKey = z.object({
  form_id: z.string(),
  /** Sort key, which starts with the submission's id, so a submission's records are adjacent. */
  email_key: z.string(),
});
export type EmailKey = z.infer<typeof emailKey>;

/** An e-mail about a submission, without its status. */
export const submissionEmail = emailKey.extend({
  kind: z.enum(emailKinds),
  recipient_id: z.string(),
  /**
   * Address of one of the form's recipients. Absent for e-mails to the submitter, whose address is only
   * stored in the submission.
   */
  address: z.string().optional(),
  /** Unix time, in seconds. Absent for replies, which are deleted with their submission. */
  expires_at: z.int().optional(),
});
export type SubmissionEmail = z.infer<typeof submissionEmail>;

/** An e-mail record as stored, with its status. */
export const emailRecord = submissionEmail.extend({
  status: z.enum(emailStatuses),
  /** Reason why the e-mail was skipped, bounced or delayed. */
  reason: z.string().optional(),
  changed_at: z.string(),
  /** Id that the mail service assigned to the e-mail. */
  message_id: z.string().optional(),
});
export type EmailRecord = z.infer<typeof emailRecord>;

/** Returns the id of a recipient's notification about a submission. */
export const notificationId = (submissionId: string, recipientId: string): string =>
  `notification.${submissionId}.${recipientId}`;

/** Returns the id of a submission's autoresponse. */
export const autoresponseId = (submissionId: string): string => `autoresponse.${submissionId}`;

/** Returns the id of a reply's e-mail. */
export const replyEmailId = (submissionId: string, replyId: string): string =>
  `reply.${submissionId}.${replyId}`;

/**
 * Returns the key of an e-mail's record, or undefined if the e-mail isn't about a submission.
 * @param scope form or account that the e-mail is about
 */
export function emailKeyOf({ scope, id }: { scope: string; id: string }): EmailKey | undefined {
  const [kind = '', submissionId = '', ...rest] = id.split('.');
  const isOfSubmission =
    (emailKinds as readonly string[]).includes(kind) &&
    isSubmissionId(submissionId) &&
    formIdOf(submissionId) === scope;
  if (!isOfSubmission) return undefined;
  return { form_id: scope, email_key: [submissionId, kind, ...rest].join('.') };
}

/** Returns the id of the submission that a record belongs to. */
export const submissionOfKey = ({ email_key }: Pick<EmailKey, 'email_key'>): string =>
  email_key.split('.', 1)[0] ?? '';

type OfSubmission = Pick<Submission, 'account_id' | 'form_id' | 'submission_id' | 'expires_at'>;

/** Returns the record of a notification to one of the form's recipients. */
export function notificationRecord(
  { form_id, submission_id, expires_at }: OfSubmission,
  { recipient_id, address }: { recipient_id: string; address: string },
  now: number,
): SubmissionEmail {
  return {
    form_id,
    email_key: `${submission_id}.notification.${recipient_id}`,
    kind: 'notification',
    recipient_id,
    address,
    expires_at: expiryOf(expires_at, now),
  };
}

/** Returns the record of a submission's autoresponse. */
export function autoresponseRecord(
  { account_id, form_id, submission_id, expires_at }: OfSubmission,
  to: string,
  now: number,
): SubmissionEmail {
  return {
    form_id,
    email_key: `${submission_id}.autoresponse`,
    kind: 'autoresponse',
    recipient_id: recipientIdOf(account_id, to),
    expires_at: expiryOf(expires_at, now),
  };
}

/** Returns the record of a reply to a submission. */
export function replyRecord(
  { account_id, form_id, submission_id }: Pick<OfSubmission, 'account_id' | 'form_id' | 'submission_id'>,
  { reply_id, to }: { reply_id: string; to: string },
): SubmissionEmail {
  return {
    form_id,
    email_key: `${submission_id}.reply.${reply_id}`,
    kind: 'reply',
    recipient_id: recipientIdOf(account_id, to),
  };
}

function expiryOf(ofSubmission: number | undefined, now: number): number {
  return Math.min(ofSubmission ?? Infinity, epochSeconds(now + EMAIL_LOG_DAYS * DAY));
}

/** The log operations that functions need to send e-mails. */
export interface EmailLog {
  /** Adds the e-mail as `queued` if it isn't in the log yet. */
  add(email: SubmissionEmail, now: number): Promise<void>;
  /** Records why the service didn't try to send the e-mail. Does nothing if the e-mail was already sent. */
  skip(email: SubmissionEmail, reason: SkipReason, now: number): Promise<void>;
  /** Records why a queued e-mail isn't sent. Does nothing if its submission was deleted. */
  giveUp(email: EmailKey, reason: SkipReason, now: number): Promise<void>;
  /** Records that the mail service accepted the e-mail. Does nothing if its submission was deleted. */
  markSent(email: EmailKey, messageId: string, now: number): Promise<void>;
}
