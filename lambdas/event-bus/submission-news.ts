/** Defines the queue messages about submissions that are announced on the stage's event bus. */
import * as z from 'zod';
import { deletionFacts, submissionChangeFacts } from '../submissions/events/event-views.ts';

/** Schema of a queue message. A message without `change` and `deletion` is about an accepted submission. */
export const submissionNews = z.object({
  form_id: z.string(),
  submission_id: z.string(),
  change: submissionChangeFacts
    .extend({
      /** The submission's version after the change. */
      version: z.int(),
      /** When the submission was changed, in ISO 8601. */
      at: z.string(),
    })
    .optional(),
  deletion: deletionFacts.extend({ account_id: z.string() }).optional(),
});
export type SubmissionNews = z.infer<typeof submissionNews>;
