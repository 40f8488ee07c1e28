/** Removes the files of submissions that are deleted or expired, as the queue asks. Doing it again does no harm. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { attachmentStore } from './attachment-store.ts';
import { fileDeletion } from './file-deletion-queue.ts';
import { s3Client } from '../aws/s3-client.ts';
import { readEnvironment } from '../environment.ts';

interface Parts {
  readonly attachments: Pick<ReturnType<typeof attachmentStore>, 'remove'>;
}

/** Removes the files that one message names. */
export function deleteFiles({ attachments }: Parts) {
  return async ({ body }: Pick<SQSRecord, 'body'>): Promise<void> => {
    const { file_ids, ...submission } = fileDeletion.parse(JSON.parse(body));
    await attachments.remove(submission, file_ids);
  };
}

const handleRecord = deleteFiles({
  attachments: attachmentStore(s3Client(), readEnvironment('ATTACHMENTS_BUCKET').ATTACHMENTS_BUCKET),
});

export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  processPartialResponse(event, handleRecord, new BatchProcessor(EventType.SQS), {
    throwOnFullBatchFailure: false,
  });
