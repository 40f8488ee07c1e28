/**
 * The job for the e-mail that tells the recipients of a form which submissions were moved to spam in a week.
 */
import * as z from 'zod';

export const spamSummaryJob = z.object({
  kind: z.literal('spam-summary'),
  account_id: z.string(),
  form_id: z.string(),
  /** End of the week. */
  until: z.string(),
  /** Number of submissions moved to spam, among those that were read. */
  filed: z.int(),
  /** The newest of them. */
  submission_ids: z.array(z.string()),
});
export type SpamSummaryJob = z.infer<typeof spamSummaryJob>;
