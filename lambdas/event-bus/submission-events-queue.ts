/**
 * Queues accepted submissions to announce on the stage's event bus. Messages contain ids, never submission
 * data.
 */
import * as z from 'zod';
import { sqsClient } from '../aws/clients/sqs-client.ts';
import { messageSender } from '../aws/event-sources/sqs-messages.ts';
import { readIfGiven } from '../environment.ts';

/** Schema of a queue message. */
export const acceptedSubmission = z.object({ form_id: z.string(), submission_id: z.string() });
export type AcceptedSubmission = z.infer<typeof acceptedSubmission>;

export function submissionEventsQueue(queueUrl: string, client = sqsClient()) {
  const send = messageSender(client, queueUrl);
  return {
    /**
     * Queues a submission to announce on the event bus.
     * @throws NotQueued
     */
    add: ({ form_id, submission_id }: AcceptedSubmission): Promise<void> =>
      send([{ body: { form_id, submission_id } }]),
  };
}

/**
 * Creates the queue client from the function's environment variables, or returns undefined if the stage has
 * no event bus.
 */
export function stageSubmissionEvents(): ReturnType<typeof submissionEventsQueue> | undefined {
  const queueUrl = readIfGiven('SUBMISSION_EVENTS_QUEUE_URL');
  return queueUrl === undefined ? undefined : submissionEventsQueue(queueUrl);
}
