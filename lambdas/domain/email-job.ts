/** What is asked of whoever writes the e-mails: a submission to tell of, or a notice. Ids, never what was posted. */
import * as z from 'zod';
import type { Form } from './form.ts';
import { webhookDisabledNotice } from './notice.ts';

const submissionJob = z.object({
  kind: z.literal('submission'),
  form_id: z.string(),
  submission_id: z.string(),
});
export type SubmissionJob = z.infer<typeof submissionJob>;

export const emailJob = z.discriminatedUnion('kind', [submissionJob, webhookDisabledNotice]);
export type EmailJob = z.infer<typeof emailJob>;

/** Whether a submission of this form may have to be told to anybody. */
export function wantsEmails({
  notify_emails,
  autoresponder,
}: Pick<Form, 'notify_emails' | 'autoresponder'>): boolean {
  return notify_emails.length > 0 || (autoresponder?.enabled ?? false);
}
