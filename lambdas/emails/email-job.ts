/** The jobs of the e-mail queue, each about one or a few e-mails. Ids, never what was posted, and no address. */
import * as z from 'zod';
import { sendsEmails, type EmailRecipients } from '../forms/form.ts';
import { webhookDisabledEmailJob, webhookFailingEmailJob } from './owner-email.ts';
import { invitationEmailJob } from './invitation-email.ts';
import { quotaNoticeJob } from './quota-notice.ts';
import { spamSummaryJob } from '../spam/spam-summary-job.ts';

const submissionJob = z.object({
  kind: z.literal('submission'),
  form_id: z.string(),
  submission_id: z.string(),
});
export type SubmissionJob = z.infer<typeof submissionJob>;

/** Recipients of a form are to be asked to confirm. */
const confirmationJob = z.object({
  kind: z.literal('confirmation'),
  account_id: z.string(),
  form_id: z.string(),
  recipient_ids: z.array(z.string()),
  /** Identifies the change that asks for it. */
  request: z.string(),
  /** When the change was made: what came back before that does not count. */
  requested_at: z.string(),
});
export type ConfirmationJob = z.infer<typeof confirmationJob>;

export const emailJob = z.discriminatedUnion('kind', [
  submissionJob,
  webhookDisabledEmailJob,
  webhookFailingEmailJob,
  confirmationJob,
  quotaNoticeJob,
  invitationEmailJob,
  spamSummaryJob,
]);
export type EmailJob = z.infer<typeof emailJob>;

/** Queues the e-mails of an accepted submission if its form sends any. May be repeated. */
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
