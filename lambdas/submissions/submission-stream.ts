/** Defines the submission data that stream consumers read (Submissions table). */
import * as z from 'zod';
import { streamChange } from '../aws/event-sources/stream-change.ts';
import { attachment } from '../files/attachment.ts';
import { submission } from './submission.ts';

/** Submission attributes that all consumers read. */
const streamedSubmission = submission
  .pick({
    account_id: true,
    form_id: true,
    submission_id: true,
    received_at: true,
    status: true,
    read_at: true,
    read_by: true,
    handled_at: true,
    imported_at: true,
    near_quota: true,
  })
  .extend({ attachments: z.array(attachment.pick({ file_id: true })).default([]) });
export type StreamedSubmission = z.infer<typeof streamedSubmission>;

/**
 * A submission change as fan-out reads it. Fan-out needs the payload to apply filters and to copy small
 * payloads to its messages. The payload is missing from records that were rebuilt with an earlier version of
 * the operator's command.
 */
export const submissionChange = streamChange({
  keys: submission.pick({ form_id: true, submission_id: true }),
  item: streamedSubmission.extend(
    submission
      .pick({
        payload: true,
        source: true,
        spam: true,
        no_account_webhooks: true,
        nobody_to_tell: true,
        expires_at: true,
        starred: true,
        note: true,
        assignee: true,
        labels: true,
        version: true,
        changed_by: true,
        erased: true,
        counted: true,
        created_event_due: true,
      })
      .partial().shape,
  ),
});
export type SubmissionChange = z.infer<typeof submissionChange>;

/**
 * A submission change as the word model reads it. The model learns from the payload, the owner's decisions
 * and the service's decisions.
 */
export const markedSubmissionChange = streamChange({
  keys: submission.pick({ form_id: true, submission_id: true }),
  item: streamedSubmission.extend(submission.pick({ counted: true, filed: true, payload: true }).shape),
});
export type MarkedSubmissionChange = z.infer<typeof markedSubmissionChange>;
