/**
 * Queues the deletion of a deleted or expired submission's remaining data. Runs in the same function as the
 * webhook fan-out, because a stream should have at most two consumers. The data is deleted through a queue,
 * so that webhooks never wait for the deletion.
 */
import { timeOfChange } from '../aws/event-sources/stream-change.ts';
import { MINUTE, type Clock } from '../core/clock.ts';
import type { deletedSubmissionQueue } from '../submissions/deleted-submission-queue.ts';
import { deletionFacts } from '../submissions/events/submission-change.ts';
import type { SubmissionChange } from '../submissions/submission-stream.ts';

/**
 * Time after a submission is accepted during which its deliveries and e-mails may still be in progress, in
 * milliseconds.
 */
const UNDER_WAY = 2 * MINUTE;
/**
 * Delay in seconds before files and records are deleted again. Must be longer than the maximum time for
 * sending a webhook request and recording the response.
 */
const LATE_WRITES_SECONDS = 60;

export function requestTraceDeletion(
  queue: Pick<ReturnType<typeof deletedSubmissionQueue>, 'add'>,
  now: Clock = Date.now,
) {
  return async ({
    before,
    at,
  }: Pick<Extract<SubmissionChange, { event: 'REMOVE' }>, 'before' | 'at'>): Promise<void> => {
    const { account_id, form_id, submission_id, received_at, attachments } = before;
    const file_ids = attachments.map(({ file_id }) => file_id);
    const deleted = { account_id, form_id, submission_id, file_ids };
    const isUnderWay = now() - Date.parse(received_at) < UNDER_WAY;
    // Use the time of the change. The record may arrive after the submission's expiry time even if the
    // submission was deleted earlier.
    const deletion = deletionFacts(before, timeOfChange({ at }, now()));
    await queue.add({ ...deleted, ...(deletion && { deletion }) }, 0);
    if (isUnderWay) await queue.add(deleted, LATE_WRITES_SECONDS);
  };
}
