/** The queue of files to be removed, as their submissions are gone. */
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';

/** A message of the queue: all files of one submission. */
export const fileDeletion = z.object({
  form_id: z.string(),
  submission_id: z.string(),
  file_ids: z.array(z.string()),
});
export type FileDeletion = z.infer<typeof fileDeletion>;

export function fileDeletionQueue(queueUrl: string, client = new SQSClient({ maxAttempts: 3 })) {
  return {
    async add(removal: FileDeletion): Promise<void> {
      await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(removal) }));
    },
  };
}
