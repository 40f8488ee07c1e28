/** The e-mail log of a submission: one record for each e-mail, with what became of it (docs/specification.md, "E-mail log"). */
import * as z from 'zod';
import { DAY, epochSeconds } from '../../core/clock.ts';
import { formIdOf, isSubmissionId } from '../../core/ids.ts';
import type { Submission } from '../submission.ts';
import { recipientIdOf } from '../../forms/recipients/recipient.ts';
import { emailStatuses } from './email-status.ts';

/** Days that an e-mail is remembered, unless its submission expires before. */
export const EMAIL_LOG_DAYS = 90;

export const emailKinds = ['notification', 'autoresponse'] as const;

/** Why an e-mail was not sent. */
export type SkipReason =
  | 'unconfirmed'
  | 'unsubscribed'
  | 'bounced-before'
  | 'complained-before'
  | 'limit'
  | 'suspended'
  | 'automated-address'
  | 'refused';

/** Where the record of an e-mail is. */
export const emailKey = z.object({
  form_id: z.string(),
  /** Begins with the submission's id, so that those of one submission are neighbours, and those of one day. */
  email_key: z.string(),
});
export type EmailKey = z.infer<typeof emailKey>;

/** An e-mail of a submission, before anything is known of it. */
export const submissionEmail = emailKey.extend({
  kind: z.enum(emailKinds),
  recipient_id: z.string(),
  /** Of a recipient of the form. That of a submitter is in the submission and nowhere else. */
  address: z.string().optional(),
  /** In epoch seconds. */
  expires_at: z.int(),
});
export type SubmissionEmail = z.infer<typeof submissionEmail>;

/** A record as it is stored. */
export const emailRecord = submissionEmail.extend({
  status: z.enum(emailStatuses),
  /** Why it was skipped or bounced, or is delayed. */
  reason: z.string().optional(),
  /** When it got its status. */
  changed_at: z.string(),
  /** The mail service's id of it. */
  message_id: z.string().optional(),
});
export type EmailRecord = z.infer<typeof emailRecord>;

/** The id of the notification about a submission to one recipient. */
export const notificationId = (submissionId: string, recipientId: string): string =>
  `notification.${submissionId}.${recipientId}`;

/** The id of the autoresponse to a submission. */
export const autoresponseId = (submissionId: string): string => `autoresponse.${submissionId}`;

/**
 * Where the record of an e-mail is, by its id; undefined when it is none of a submission.
 * @param scope the form or account that the e-mail is about
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

/** The submission of a record. */
export const submissionOfKey = ({ email_key }: Pick<EmailKey, 'email_key'>): string =>
  email_key.split('.', 1)[0] ?? '';

type OfSubmission = Pick<Submission, 'account_id' | 'form_id' | 'submission_id' | 'expires_at'>;

/** The notification about a submission to a recipient of its form. */
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

/** The autoresponse to a submission. */
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

function expiryOf(ofSubmission: number | undefined, now: number): number {
  return Math.min(ofSubmission ?? Infinity, epochSeconds(now + EMAIL_LOG_DAYS * DAY));
}

/** The log as the functions that send e-mails write it. */
export interface EmailLog {
  /** Adds the e-mail as `queued`, unless it is there. */
  add(email: SubmissionEmail, now: number): Promise<void>;
  /** Records why the e-mail is not even tried, unless it was sent. */
  skip(email: SubmissionEmail, reason: SkipReason, now: number): Promise<void>;
  /** Records why an e-mail that was queued is not sent; does nothing when its submission was deleted. */
  giveUp(email: EmailKey, reason: SkipReason, now: number): Promise<void>;
  /** Records that the mail service accepted the e-mail; does nothing when its submission was deleted. */
  markSent(email: EmailKey, messageId: string, now: number): Promise<void>;
}
