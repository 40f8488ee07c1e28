/** The job for the e-mail that tells the recipients of a form what was filed as spam in a week. */
import * as z from 'zod';

export const spamSummaryJob = z.object({
  kind: z.literal('spam-summary'),
  account_id: z.string(),
  form_id: z.string(),
  /** When the week ended. */
  until: z.string(),
  /** How many were filed, as far as they were looked at. */
  filed: z.int(),
  /** The newest of them. */
  submission_ids: z.array(z.string()),
});
export type SpamSummaryJob = z.infer<typeof spamSummaryJob>;
