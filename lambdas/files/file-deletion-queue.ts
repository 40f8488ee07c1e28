/** Queue of files to delete after their submissions were deleted. */
import * as z from 'zod';
import { sqsClient } from '../aws/clients/sqs-client.ts';
import { messageSender } from '../aws/sqs-messages.ts';

/** A message of the queue: all files of one submission. */
export const fileDeletion = z.object({
  form_id: z.string(),
  submission_id: z.string(),
  file_ids: z.array(z.string()),
});
export type FileDeletion = z.infer<typeof fileDeletion>;

export function fileDeletionQueue(queueUrl: string, client = sqsClient()) {
  const send = messageSender(client, queueUrl);
  return {
    /** @throws NotQueued */
    add: (deletion: FileDeletion): Promise<void> => send([{ body: deletion }]),
  };
}
