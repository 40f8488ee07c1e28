/**
 * Queues the deletion of a deleted or expired submission's remaining data. Runs in the same function as the
 * webhook fan-out, because a stream should have at most two consumers. The data is deleted through a queue,
 * so that webhooks never wait for the deletion.
 */
import { MINUTE, type Clock } from '../core/clock.ts';
import type { deletedSubmissionQueue } from '../submissions/deleted-submission-queue.ts';
import { deletionFacts } from '../submissions/events/submission-change.ts';
import type { Submission } from '../submissions/submission.ts';
import type { StreamedSubmission } from '../submissions/submission-stream.ts';

/**
 * Time after a submission is accepted during which its deliveries and e-mails may still be in progress, in
 * milliseconds.
 */
const UNDER_WAY = 2 * MINUTE;
/**
 * Delay in seconds before files and records are deleted again. Longer than it can take to send a webhook
 * request and record its response.
 */
const LATE_WRITES_SECONDS = 60;

export function requestTraceDeletion(
  queue: Pick<ReturnType<typeof deletedSubmissionQueue>, 'add'>,
  now: Clock = Date.now,
) {
  return async (deleted: StreamedSubmission & Pick<Submission, 'expires_at' | 'erased'>): Promise<void> => {
    const { account_id, form_id, submission_id, received_at, attachments } = deleted;
    const file_ids = attachments.map(({ file_id }) => file_id);
    const at = now();
    const isUnderWay = at - Date.parse(received_at) < UNDER_WAY;
    const deletion = deletionFacts(deleted, at);
    await queue.add(
      { account_id, form_id, submission_id, file_ids, ...(deletion && { deletion }) },
      isUnderWay ? [0, LATE_WRITES_SECONDS] : [0],
    );
  };
}
