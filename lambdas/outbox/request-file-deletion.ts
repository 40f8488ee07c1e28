/**
 * Queues the deletion of files that belong to deleted or expired submissions. Runs in the same function as
 * the webhook fan-out, because a stream can feed at most two functions. A queue consumer performs the
 * deletion, so that webhooks never wait for the bucket.
 */
import type { fileDeletionQueue } from '../files/file-deletion-queue.ts';
import type { StreamedSubmission } from '../submissions/submission-stream.ts';

export function requestFileDeletion(queue: Pick<ReturnType<typeof fileDeletionQueue>, 'add'>) {
  return async ({ form_id, submission_id, attachments }: StreamedSubmission): Promise<void> => {
    await queue.add({ form_id, submission_id, file_ids: attachments.map(({ file_id }) => file_id) });
  };
}
