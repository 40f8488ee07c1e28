/** Queues the deletion of files whose submissions were deleted. */
import * as z from 'zod';
import { sqsClient } from '../aws/clients/sqs-client.ts';
import { messageSender } from '../aws/sqs-messages.ts';

/** Queue message to delete all files of a submission. */
export const fileDeletion = z.object({
  form_id: z.string(),
  submission_id: z.string(),
  file_ids: z.array(z.string()),
});
export type FileDeletion = z.infer<typeof fileDeletion>;

export function fileDeletionQueue(queueUrl: string, client = sqsClient()) {
  const send = messageSender(client, queueUrl);
  return {
    /**
     * Queues a job.
     * @throws NotQueued
     */
    add: (deletion: FileDeletion): Promise<void> => send([{ body: deletion }]),
  };
}
