/**
 * Defines replies: e-mails that members and programs send to a submitter (docs/specification.md, "Replies").
 */
import * as z from 'zod';
import { actorOf, actorTypes, type Principal } from '../../core/caller.ts';
import { DAY, epochSeconds, timestamp } from '../../core/clock.ts';
import type { WindowLimit } from '../../core/counters/counter-limit.ts';
import { oneLine } from '../../core/text/display-name.ts';
import { newReplyId } from '../../core/ids.ts';
import type { Payload } from '../../core/payload.ts';
import type { RandomBytes } from '../../core/random.ts';
import { plainText, singleLine } from '../../core/text/text.ts';
import type { Form } from '../../forms/form.ts';
import { submittedSubject } from '../../forms/notify-subject.ts';
import type { EmailRecord } from '../email-log/email-record.ts';
import { emailStatuses } from '../email-log/email-status.ts';
import type { Submission } from '../submission.ts';

const MAX_SUBJECT_LENGTH = 200;
const MAX_TEXT_LENGTH = 20_000;
/** Maximum number of replies that a member or key can send per UTC day. */
export const REPLIES_A_DAY = 50;

export const replySubject = oneLine(MAX_SUBJECT_LENGTH);
/** Plain text with line breaks. Must contain more than white space and control characters. */
export const replyText = z
  .string()
  .max(MAX_TEXT_LENGTH)
  .refine((text) => plainText(text).trim() !== '', { error: 'must contain text' });

/** Body of `POST /v1/submissions/:id/replies`. */
export const replyInput = z.strictObject({
  subject: replySubject
    .optional()
    .describe(
      "Subject of the e-mail. Defaults to `Re:` with the subject that the submitter entered, or with the form's name.",
    ),
  text: replyText.describe('Plain text of the e-mail.'),
});

/** Schema of a stored reply. Its status is in the e-mail log. */
export const reply = z.object({
  /** Id of the form. */
  owner_id: z.string(),
  /** Sort key: the submission's id and the reply's id, so a submission's replies are adjacent. */
  reply_key: z.string(),
  reply_id: z.string(),
  submission_id: z.string(),
  to: z.string(),
  /**
   * Address that receives the submitter's answer. Absent if the reply was sent with a key and the form has no
   * reply-to address.
   */
  reply_to: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  actor: z.object({ type: z.enum(actorTypes), id: z.string(), name: z.string() }),
  created_at: z.string(),
});
export type Reply = z.infer<typeof reply>;

/** A reply without its text, as needed for the submission's timeline. */
export const replySummary = reply.omit({ text: true, reply_to: true });
export type ReplySummary = z.infer<typeof replySummary>;
export const replySummaryAttributes = replySummary.keyof().options;

/** Representation of a reply in the API. */
export const replyView = z.object({
  id: z.string().describe('ID of the reply.'),
  status: z.enum(emailStatuses).describe('Latest known status of the e-mail.'),
  reason: z.string().nullable().describe('Why the e-mail was skipped, bounced or delayed; otherwise null.'),
  to: z.string().describe("The submitter's address."),
  reply_to: z
    .string()
    .nullable()
    .describe("Address that receives the submitter's response; null for the service's sender."),
  subject: z.string().describe('Subject of the e-mail.'),
  text: z.string().describe('Plain text of the e-mail.'),
  actor: z
    .object({
      type: z.enum(actorTypes),
      id: z.string().describe('ID of the actor.'),
      name: z.string().describe('Name of the actor.'),
    })
    .describe('Who wrote the reply. For an access token, the ID and name of its key.'),
  created_at: z.string(),
});

/** Preview of how a reply from the caller would be sent. */
export const replyPreview = z.object({
  from_name: z.string().describe("Name of the sender: the name of the form's brand, or of the form."),
  to: z
    .string()
    .nullable()
    .describe("The submitter's address; null if the submission contains no address and you can't reply."),
  reply_to: z
    .string()
    .nullable()
    .describe("Address that would receive the submitter's response; null for the service's sender."),
  subject: z.string().describe('Default subject of the reply.'),
});

/** Returns the sender name for a form's replies. */
export const replySenderName = ({ name, brand }: Pick<Form, 'name' | 'brand'>): string =>
  singleLine(brand.name ?? name);

/** Returns the sort key of a submission's reply. */
export const replyKeyOf = (submissionId: string, replyId: string): string => `${submissionId}.${replyId}`;

/** Creates a reply to a submission. */
export function newReply(
  { form_id, submission_id, payload }: Pick<Submission, 'form_id' | 'submission_id' | 'payload'>,
  { subject, text }: z.infer<typeof replyInput>,
  details: {
    readonly caller: Principal;
    readonly formName: string;
    readonly to: string;
    readonly replyTo: string | undefined;
    readonly now: number;
    readonly random: RandomBytes;
  },
): Reply {
  const { caller, formName, to, replyTo, now, random } = details;
  const reply_id = newReplyId(now, random);
  return {
    owner_id: form_id,
    reply_key: replyKeyOf(submission_id, reply_id),
    reply_id,
    submission_id,
    to,
    ...(replyTo !== undefined && { reply_to: replyTo }),
    subject: subject ?? defaultSubject(payload, formName),
    text: plainText(text).trim(),
    actor: actorOf(caller),
    created_at: timestamp(now),
  };
}

/** Returns the default subject of a reply. */
export function defaultSubject(payload: Payload, formName: string): string {
  // Leave room for the ellipsis that ends a truncated subject.
  return singleLine(
    `Re: ${submittedSubject(payload, MAX_SUBJECT_LENGTH) ?? formName}`,
    MAX_SUBJECT_LENGTH - 1,
  );
}

/** Converts a reply to its API representation. */
export function toReplyView(
  { reply_id, to, reply_to, subject, text, actor, created_at }: Reply,
  email: Pick<EmailRecord, 'status' | 'reason'> | undefined,
): z.infer<typeof replyView> {
  const { status = 'queued', reason = null } = email ?? {};
  return { id: reply_id, status, reason, to, reply_to: reply_to ?? null, subject, text, actor, created_at };
}

/** Prefix of the reply counters' names. */
export const REPLY_COUNTER = 'replies#';

/**
 * Returns the reply limit of a member or key for the UTC day of `at`. An app's replies count towards the
 * limit of the member that it acts for. Replies with a token or a session count towards the limit of its key.
 */
export function replyLimit(caller: Principal, at: number): WindowLimit {
  const day = Math.floor(at / DAY);
  const endsAt = (day + 1) * DAY;
  return {
    counter: `${REPLY_COUNTER}${caller.account_id}#${authorOf(caller)}#${day}`,
    limit: REPLIES_A_DAY,
    expiresAt: epochSeconds(endsAt) + 60,
    endsAt,
  };
}

/** Returns the id of the member or key that a caller acts for. */
export function authorOf(caller: Principal): string {
  return caller.type === 'member' || caller.type === 'connection' ? caller.member_id : caller.key_id;
}
