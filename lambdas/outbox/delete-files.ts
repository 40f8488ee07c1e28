/** Deletes the files of deleted and expired submissions. Receives them through the queue. */
import { attachmentStore } from '../files/attachment-store.ts';
import { fileDeletion, type FileDeletion } from '../files/file-deletion-queue.ts';
import { s3Client } from '../aws/clients/s3-client.ts';
import { sqsHandler } from '../aws/sqs-handler.ts';
import { readEnvironment } from '../environment.ts';

interface Deps {
  readonly attachments: Pick<ReturnType<typeof attachmentStore>, 'remove'>;
}

/** Deletes the files named in a message. Safe to repeat. */
export function deleteFiles({ attachments }: Deps) {
  return ({ file_ids, ...submission }: FileDeletion): Promise<void> =>
    attachments.remove(submission, file_ids);
}

export const handler = sqsHandler({
  message: fileDeletion,
  handle: deleteFiles({
    attachments: attachmentStore(s3Client(), readEnvironment('ATTACHMENTS_BUCKET').ATTACHMENTS_BUCKET),
  }),
});
