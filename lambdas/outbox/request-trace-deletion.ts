/**
 * Queues the deletion of what a deleted or expired submission has left behind. This runs in the same function
 * as the fan-out to webhooks, because a stream can feed at most two functions. A queue handles the deletion
 * itself, so that webhooks never wait for it.
 */
import { MINUTE, type Clock } from '../core/clock.ts';
import type { deletedSubmissionQueue } from '../submissions/deleted-submission-queue.ts';
import type { StreamedSubmission } from '../submissions/submission-stream.ts';

/** A submission that was accepted within this time may still be on its way to webhooks and recipients. */
const UNDER_WAY = 2 * MINUTE;
/** Longer than a request to a webhook and the recording of its response can take. */
const LATE_WRITES_SECONDS = 60;

export function requestTraceDeletion(
  queue: Pick<ReturnType<typeof deletedSubmissionQueue>, 'add'>,
  now: Clock = Date.now,
) {
  return async (deleted: StreamedSubmission): Promise<void> => {
    const { account_id, form_id, submission_id, received_at, attachments } = deleted;
    const file_ids = attachments.map(({ file_id }) => file_id);
    const isUnderWay = now() - Date.parse(received_at) < UNDER_WAY;
    await queue.add(
      { account_id, form_id, submission_id, file_ids },
      isUnderWay ? [0, LATE_WRITES_SECONDS] : [0],
    );
  };
}
