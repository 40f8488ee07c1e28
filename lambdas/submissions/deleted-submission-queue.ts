/**
 * Defines the queue for deleted submissions. Its consumers delete the submissions' files, e-mail records and
 * response excerpts.
 */
import * as z from 'zod';
import { sqsClient } from '../aws/clients/sqs-client.ts';
import { deletionFacts } from './events/event-views.ts';
import { messageSender } from '../aws/event-sources/sqs-messages.ts';

/** Queue message about a submission that was deleted or has expired. */
export const deletedSubmission = z.object({
  account_id: z.string(),
  form_id: z.string(),
  submission_id: z.string(),
  file_ids: z.array(z.string()),
  /** Details of the deletion for webhooks and the event bus. Absent if no event is sent. */
  deletion: deletionFacts.optional(),
});
export type DeletedSubmission = z.infer<typeof deletedSubmission>;

export function deletedSubmissionQueue(queueUrl: string, client = sqsClient()) {
  const send = messageSender(client, queueUrl);
  return {
    /**
     * Queues a message.
     * @throws NotQueued
     */
    add: (deleted: DeletedSubmission, delaySeconds: number): Promise<void> =>
      send([{ body: deleted, delaySeconds }]),
  };
}
