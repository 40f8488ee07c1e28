/**
 * Deletes files that no stored submission has. The stream of the table Uploads brings every item that is deleted: an
 * upload that a submission took or that is too old, whose object in the bucket nobody needs any more; or the note
 * about the files of a submission, which are deleted when that submission was never stored.
 */
import { attachmentStore } from '../files/attachment-store.ts';
import { uploadChange, type UploadChange } from '../files/upload-stream.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { s3Client } from '../aws/clients/s3-client.ts';
import { streamHandler } from '../aws/stream-handler.ts';
import { isSubmissionId } from '../core/ids.ts';
import { readEnvironment } from '../environment.ts';
import { submissionStore } from '../submissions/submission-store.ts';

interface Deps {
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'>;
  readonly attachments: Pick<ReturnType<typeof attachmentStore>, 'remove' | 'removeUploaded'>;
}

/** Deletes the files of one item that was deleted. Doing it again does no harm. */
export function cleanUpUploads({ submissions, attachments }: Deps) {
  return async ({ before }: UploadChange): Promise<void> => {
    // The stream's filter lets deletions through only, and those have an old image.
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
