/** Builds a submission's timeline, oldest event first. */
import * as z from 'zod';
import { actorTypes } from '../core/caller.ts';
import { timestamp } from '../core/clock.ts';
import { replyRecord, type EmailRecord } from '../submissions/email-log/email-record.ts';
import type { ReplySummary } from '../submissions/replies/reply.ts';
import { emailStatuses } from '../submissions/email-log/email-status.ts';
import { autoresponseAddress } from '../submissions/submitter-address.ts';
import type { Delivery } from '../webhooks/delivery/delivery.ts';
import { failureCodeOf, failureCodes } from '../webhooks/delivery/failure-codes.ts';
import { webhookOfWithheld, type WithheldDelivery } from '../webhooks/delivery/withheld-delivery.ts';
import type { SubmissionNames } from '../submissions/handling/names.ts';
import { label } from '../submissions/labels/label.ts';
import { assigneeView, submissionStatuses, type Submission } from '../submissions/submission.ts';

const at = z.string().describe('When it happened.');
const actor = z
  .object({ type: z.enum(actorTypes), id: z.string(), name: z.string() })
  .describe('Actor. For an access token, the ID and name of its key.');

const timelineEntry = z.discriminatedUnion('type', [
  z.object({ at, type: z.literal('stored') }),
  z.object({
    at,
    type: z.literal('email'),
    kind: z
      .enum(['notification', 'autoresponse'])
      .describe('Whether it was sent to a recipient of the form or to the submitter.'),
    recipient: z.string().describe('Address that the e-mail was sent to.'),
    status: z.enum(emailStatuses).describe('Latest known status, reached at `at`.'),
    reason: z.string().nullable().describe('Why the e-mail was skipped, bounced or delayed; otherwise null.'),
  }),
  z.object({
    at,
    type: z.literal('reply'),
    reply_id: z.string().describe('The reply.'),
    recipient: z.string().describe("The submitter's address."),
    subject: z.string().describe('Subject of the reply.'),
    status: z.enum(emailStatuses).describe('Latest known status of the e-mail.'),
    reason: z.string().nullable().describe('Why the e-mail was skipped, bounced or delayed; otherwise null.'),
    actor,
  }),
  z.object({
    at,
    type: z.literal('webhook'),
    webhook_id: z.string(),
    status: z
      .literal('filtered')
      .optional()
      .describe(
        "Set if the submission was not sent because of the webhook's filter. In that case, there is no attempt.",
      ),
    delivery_id: z.string().optional().describe('The delivery of an attempt.'),
    attempt: z.int().optional(),
    status_code: z.int().optional().describe('0 if no complete response arrived.'),
    error: z.string().nullable().optional().describe('Null if the response was 2xx.'),
    error_code: z
      .enum(failureCodes)
      .optional()
      .describe('Stable code for `error`, if there is one. More codes can be added.'),
  }),
  z.object({ at, type: z.literal('status'), status: z.enum(submissionStatuses), actor }),
  z.object({
    at,
    type: z.literal('handled'),
    handled: z.boolean().describe('False if it was reopened.'),
    actor,
  }),
  z.object({
    at,
    type: z.literal('assignee'),
    assignee: assigneeView.nullable().describe('Null if the assignee was removed.'),
    actor,
  }),
  z.object({
    at,
    type: z.literal('labels'),
    labels: z.array(label).describe('The labels after the change, except those that were deleted later.'),
    actor,
  }),
  z.object({
    at,
    type: z.literal('note'),
    action: z.enum(['set', 'removed']),
    actor,
  }),
]);
type TimelineEntry = z.infer<typeof timelineEntry>;

/** Response of `GET /v1/submissions/:id/timeline`. */
export const timelineView = z.object({ data: z.array(timelineEntry) });

/** Returns all known events about a submission and its deliveries, e-mails and replies, oldest first. */
export function timelineOf(
  submission: Pick<
    Submission,
    'account_id' | 'form_id' | 'submission_id' | 'received_at' | 'changes' | 'payload' | 'notification'
  >,
  {
    deliveries,
    withheld,
  }: {
    readonly deliveries: readonly Pick<Delivery, 'delivery_id' | 'webhook_id' | 'log'>[];
    readonly withheld: readonly Pick<WithheldDelivery, 'webhook_id' | 'created_at'>[];
  },
  emails: readonly Pick<EmailRecord, 'email_key' | 'changed_at' | 'kind' | 'address' | 'status' | 'reason'>[],
  replies: readonly ReplySummary[],
  { labels: existing }: Pick<SubmissionNames, 'labels'>,
): TimelineEntry[] {
  const { received_at, changes } = submission;
  const stored: TimelineEntry = { at: received_at, type: 'stored' };
  const attempts = deliveries.flatMap(({ delivery_id, webhook_id, log }) =>
    log.map(({ at, attempt, status_code, error }): TimelineEntry => {
      const entry = { at, type: 'webhook', delivery_id, webhook_id, attempt, status_code, error } as const;
      return error === null ? entry : { ...entry, error_code: failureCodeOf(error) };
    }),
  );
  const filtered = withheld.map((each): TimelineEntry => {
    return { at: each.created_at, type: 'webhook', webhook_id: webhookOfWithheld(each), status: 'filtered' };
  });
  const submitter = autoresponseAddress(submission);
  const sent = emails.flatMap(
    ({ changed_at: at, kind, address = submitter, status, reason = null }): TimelineEntry[] =>
      kind === 'reply' ? [] : [{ at, type: 'email', kind, recipient: address ?? '', status, reason }],
  );
  const byKey = new Map(emails.map((email) => [email.email_key, email]));
  const replied = replies.map((reply): TimelineEntry => {
    const { reply_id, to: recipient, subject, actor, created_at: at } = reply;
    const { status = 'queued', reason = null } = byKey.get(replyRecord(submission, reply).email_key) ?? {};
    return { at, type: 'reply', reply_id, recipient, subject, status, reason, actor };
  });
  const done = changes.flatMap(
    ({ at: time, by: [type, id, name], status, handled, assignee, labels, note }): TimelineEntry[] => {
      const by = { at: timestamp(time), actor: { type, id, name } };
      return [
        ...(status === undefined ? [] : [{ ...by, type: 'status' as const, status }]),
        ...(handled === undefined ? [] : [{ ...by, type: 'handled' as const, handled }]),
        ...(assignee === undefined
          ? []
          : [
              {
                ...by,
                type: 'assignee' as const,
                assignee: assignee && { id: assignee[0], name: assignee[1] },
              },
            ]),
        ...(labels === undefined
          ? []
          : [
              {
                ...by,
                type: 'labels' as const,
                labels: labels.flatMap((each) => existing.get(each) ?? []),
              },
            ]),
        ...(note === undefined
          ? []
          : [{ ...by, type: 'note' as const, action: note ? ('set' as const) : ('removed' as const) }]),
      ];
    },
  );
  // List the events in this order, because the sort is stable and keeps it for events with the same
  // timestamp.
  return [
    stored,
    ...[...done, ...filtered, ...attempts, ...sent, ...replied].sort((a, b) =>
      a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
    ),
  ];
}
