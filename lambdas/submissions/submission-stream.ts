/** The stream of the table Submissions, as all its consumers read it. */
import * as z from 'zod';
import { streamChange } from '../aws/stream-change.ts';
import { attachment } from '../files/attachment.ts';
import { submission } from './submission.ts';

/** What all consumers read of a submission. */
const streamedSubmission = submission
  .pick({
    account_id: true,
    form_id: true,
    submission_id: true,
    received_at: true,
    status: true,
    read_at: true,
    imported_at: true,
    near_quota: true,
  })
  .extend({ attachments: z.array(attachment.pick({ file_id: true })).default([]) });
export type StreamedSubmission = z.infer<typeof streamedSubmission>;

/**
 * As fan-out reads it, whose messages carry what was posted when it is small; a record that an operator had made of a
 * stored submission is without.
 */
export const submissionChange = streamChange({
  keys: submission.pick({ form_id: true, submission_id: true }),
  item: streamedSubmission.extend(
    submission.pick({ payload: true, no_account_webhooks: true, nobody_to_tell: true }).partial().shape,
  ),
});
export type SubmissionChange = z.infer<typeof submissionChange>;

/** As the word models of forms learn from it: with what was posted, and what its owner and the service made of it. */
export const markedSubmissionChange = streamChange({
  keys: submission.pick({ form_id: true, submission_id: true }),
  item: streamedSubmission.extend(submission.pick({ counted: true, filed: true, payload: true }).shape),
});
export type MarkedSubmissionChange = z.infer<typeof markedSubmissionChange>;
