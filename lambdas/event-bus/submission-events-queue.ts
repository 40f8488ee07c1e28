/**
 * The queue of accepted submissions to announce on the stage's event bus. Its messages contain ids, never
 * submission data.
 */
import * as z from 'zod';
import { sqsClient } from '../aws/clients/sqs-client.ts';
import { messageSender } from '../aws/sqs-messages.ts';
import { readIfGiven } from '../environment.ts';

/** A message of the queue. */
export const acceptedSubmission = z.object({ form_id: z.string(), submission_id: z.string() });
export type AcceptedSubmission = z.infer<typeof acceptedSubmission>;

export function submissionEventsQueue(queueUrl: string, client = sqsClient()) {
  const send = messageSender(client, queueUrl);
  return {
    /** @throws NotQueued */
    add: ({ form_id, submission_id }: AcceptedSubmission): Promise<void> =>
      send([{ body: { form_id, submission_id } }]),
  };
}

/** Creates the queue from this function's environment; undefined if the stage has no event bus. */
export function stageSubmissionEvents(): ReturnType<typeof submissionEventsQueue> | undefined {
  const queueUrl = readIfGiven('SUBMISSION_EVENTS_QUEUE_URL');
  return queueUrl === undefined ? undefined : submissionEventsQueue(queueUrl);
}
