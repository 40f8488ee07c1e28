/**
 * Clears the bucket after files that were on their way. From the stream of the table Uploads comes every item that
 * goes: an upload, taken by its submission or too old, whose object nobody needs any more; or a note about the files
 * of a submission, which go when that was never stored.
 */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { attachmentStore } from './attachment-store.ts';
import { documentClient } from '../aws/dynamodb.ts';
import { s3Client } from '../aws/s3-client.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { isSubmissionId } from '../core/ids.ts';
import { readEnvironment } from '../environment.ts';

interface Parts {
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'>;
  readonly attachments: Pick<ReturnType<typeof attachmentStore>, 'remove' | 'removeUploaded'>;
}

const text = z.object({ S: z.string() }).transform(({ S }) => S);
const removal = z.object({
  dynamodb: z.object({
    OldImage: z.object({
      form_id: text,
      upload_id: text,
      file_ids: z
        .object({ L: z.array(text) })
        .transform(({ L }) => L)
        .optional(),
    }),
  }),
});

/** Clears the bucket after one item that went; doing it again does no harm. */
export function cleanUpUploads({ submissions, attachments }: Parts) {
  return async (record: DynamoDBRecord): Promise<void> => {
    const { form_id, upload_id, file_ids = [] } = removal.parse(record).dynamodb.OldImage;
    if (!isSubmissionId(upload_id)) {
      await attachments.removeUploaded({ form_id, upload_id });
      return;
    }
    if (await submissions.find(form_id, upload_id)) return;
    await attachments.remove({ form_id, submission_id: upload_id }, file_ids);
  };
}

const environment = readEnvironment('ATTACHMENTS_BUCKET', 'SUBMISSIONS_TABLE');
const handleRecord = cleanUpUploads({
  submissions: submissionStore(documentClient(), environment.SUBMISSIONS_TABLE),
  attachments: attachmentStore(s3Client(), environment.ATTACHMENTS_BUCKET),
});

export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  processPartialResponse(event, handleRecord, new BatchProcessor(EventType.DynamoDBStreams), {
    throwOnFullBatchFailure: false,
  });
