/**
 * Deletes files that don't belong to a stored submission. The Uploads table's stream delivers every deleted
 * item, which is either an upload or the list of a submission's files. For an upload that was used or has
 * expired, deletes its object in the bucket. For a submission that was never stored, deletes its files.
 */
import { attachmentStore } from '../files/attachment-store.ts';
import { uploadChange, type UploadChange } from '../files/upload-stream.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { s3Client } from '../aws/clients/s3-client.ts';
import { streamHandler } from '../aws/event-sources/stream-handler.ts';
import { isSubmissionId } from '../core/ids.ts';
import { readEnvironment } from '../environment.ts';
import { submissionStore } from '../submissions/submission-store.ts';

interface Deps {
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'>;
  readonly attachments: Pick<ReturnType<typeof attachmentStore>, 'remove' | 'removeUploaded'>;
}

/** Deletes the files that belong to a deleted table item. Safe to repeat. */
export function cleanUpUploads({ submissions, attachments }: Deps) {
  return async ({ before }: UploadChange): Promise<void> => {
    // This is never the case, because the stream's filter only passes deletions, and deleted items always
    // have an old image.
    if (!before) return;
    const { form_id, upload_id, file_ids = [] } = before;
    if (!isSubmissionId(upload_id)) {
      await attachments.removeUploaded({ form_id, upload_id });
      return;
    }
    if (await submissions.find(form_id, upload_id)) return;
    await attachments.remove({ form_id, submission_id: upload_id }, file_ids);
  };
}

const environment = readEnvironment('ATTACHMENTS_BUCKET', 'SUBMISSIONS_TABLE');
const cleanUp = cleanUpUploads({
  submissions: submissionStore(documentClient(), environment.SUBMISSIONS_TABLE),
  attachments: attachmentStore(s3Client(), environment.ATTACHMENTS_BUCKET),
});

export const handler = streamHandler({ change: uploadChange, handlerOfBatch: () => cleanUp });
