/**
 * Defines the job that e-mails a form's recipients a weekly summary of the submissions that were moved to
 * spam.
 */
import * as z from 'zod';

export const spamSummaryJob = z.object({
  kind: z.literal('spam-summary'),
  account_id: z.string(),
  form_id: z.string(),
  until: z.string(),
  /** Number of submissions moved to spam, among the submissions that the job has read. */
  filed: z.int(),
  /** The newest submissions moved to spam. */
  submission_ids: z.array(z.string()),
});
export type SpamSummaryJob = z.infer<typeof spamSummaryJob>;
