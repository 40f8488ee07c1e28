/**
 * Defines the jobs in the e-mail queue. Each job sends one or more e-mails. Jobs contain only ids, never
 * submitted data or addresses.
 */
import * as z from 'zod';
import type { LogIds } from '../core/log-ids.ts';
import { sendsEmails, type EmailRecipients } from '../forms/form.ts';
import { webhookDisabledEmailJob, webhookFailingEmailJob } from './owner-email.ts';
import { invitationEmailJob } from '../people/members/invitation.ts';
import { confirmationJob } from '../forms/recipients/confirmation-request.ts';
import { testNotificationJob } from '../forms/recipients/test-notification.ts';
import { quotaNoticeJob } from './quota-notice.ts';
import { replyJob } from '../submissions/replies/reply-job.ts';
import { spamSummaryJob } from '../spam/spam-summary-job.ts';

const submissionJob = z.object({
  kind: z.literal('submission'),
  form_id: z.string(),
  submission_id: z.string(),
});
export type SubmissionJob = z.infer<typeof submissionJob>;

export const emailJob = z.discriminatedUnion('kind', [
  submissionJob,
  webhookDisabledEmailJob,
  webhookFailingEmailJob,
  confirmationJob,
  quotaNoticeJob,
  invitationEmailJob,
  spamSummaryJob,
  testNotificationJob,
  replyJob,
]);
export type EmailJob = z.infer<typeof emailJob>;

/** Returns the ids that identify a job in log lines. */
export function idsOfJob(job: EmailJob): LogIds {
  return {
    ...('form_id' in job && typeof job.form_id === 'string' && { form_id: job.form_id }),
    ...('submission_id' in job && { submission_id: job.submission_id }),
    ...('webhook_id' in job && { webhook_id: job.webhook_id }),
  };
}

/** Queues the e-mails for an accepted submission if its form sends any. Idempotent. */
export async function requestEmails(
  { account_id, form_id, submission_id }: { account_id: string; form_id: string; submission_id: string },
  deps: {
    findForm(accountId: string, formId: string): Promise<EmailRecipients | undefined>;
    queue(job: EmailJob): Promise<void>;
  },
): Promise<void> {
  const form = await deps.findForm(account_id, form_id);
  if (form && sendsEmails(form)) await deps.queue({ kind: 'submission', form_id, submission_id });
}
