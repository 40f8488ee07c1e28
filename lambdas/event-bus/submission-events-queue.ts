/**
 * Queues submission events for the stage's event bus. Messages contain ids and details of changes, never a
 * payload.
 */
import { sqsClient } from '../aws/clients/sqs-client.ts';
import { messageSender } from '../aws/event-sources/sqs-messages.ts';
import { CANARY_FORM } from '../core/canary-ids.ts';
import { readIfGiven } from '../environment.ts';
import type { SubmissionNews } from './submission-news.ts';

export function submissionEventsQueue(queueUrl: string, client = sqsClient()) {
  const send = messageSender(client, queueUrl);
  return {
    /**
     * Queues an event about a submission. Does nothing for the canary's submissions.
     * @throws NotQueued
     */
    async add(news: SubmissionNews): Promise<void> {
      if (news.form_id !== CANARY_FORM) await send([{ body: news }]);
    },
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
