/** Stream of the table Submissions, as read by its consumers. */
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
 * As read by fan-out, whose messages include small payloads. Records that were created from stored
 * submissions by an operator have no payload.
 */
export const submissionChange = streamChange({
  keys: submission.pick({ form_id: true, submission_id: true }),
  item: streamedSubmission.extend(
    submission.pick({ payload: true, no_account_webhooks: true, nobody_to_tell: true }).partial().shape,
  ),
});
export type SubmissionChange = z.infer<typeof submissionChange>;

/**
 * As read by the word models, which learn from the payload and from the decisions of the owner and the
 * service.
 */
export const markedSubmissionChange = streamChange({
  keys: submission.pick({ form_id: true, submission_id: true }),
  item: streamedSubmission.extend(submission.pick({ counted: true, filed: true, payload: true }).shape),
});
export type MarkedSubmissionChange = z.infer<typeof markedSubmissionChange>;
