/**
 * Sends events for accepted submissions to the stage's event bus. Receives the submissions through the queue.
 */
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { sqsBatchHandler } from '../aws/event-sources/sqs-handler.ts';
import type { Clock } from '../core/clock.ts';
import { readEnvironment } from '../environment.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { submissionCreated, type BusEvent } from '../event-bus/bus-event.ts';
import { eventBus, type PutEvents } from '../event-bus/event-bus-client.ts';
import { acceptedSubmission, type AcceptedSubmission } from '../event-bus/submission-events-queue.ts';

interface Deps {
  readonly findSubmission: ReturnType<typeof submissionStore>['find'];
  readonly put: PutEvents;
  readonly baseUrl: string;
  readonly now: Clock;
}

/**
 * Sends the events for all submissions in a batch. Like webhooks, skips submissions that have been deleted or
 * marked as spam. An event can be sent twice. Both copies have the same id.
 */
export function announceSubmissions({ findSubmission, put, baseUrl, now }: Deps) {
  const eventOf = async ({ form_id, submission_id }: AcceptedSubmission): Promise<BusEvent | undefined> => {
    const found = await findSubmission(form_id, submission_id);
    return found?.status === 'received' ? submissionCreated(found, { baseUrl, now: now() }) : undefined;
  };
  return async (messages: readonly AcceptedSubmission[]): Promise<unknown[]> => {
    const events = await Promise.allSettled(messages.map(eventOf));
    const failures = events.map((each): unknown => (each.status === 'rejected' ? each.reason : undefined));
    const made = events.flatMap((each, index) =>
      each.status === 'fulfilled' && each.value ? [{ event: each.value, index }] : [],
    );
    const results = await put(made.map(({ event }) => event));
    for (const [place, { index }] of made.entries()) failures[index] = results[place];
    return failures;
  };
}

const environment = readEnvironment('BASE_URL', 'EVENT_BUS', 'SUBMISSIONS_TABLE');

export const handler = sqsBatchHandler({
  message: acceptedSubmission,
  handle: announceSubmissions({
    findSubmission: submissionStore(documentClient(), environment.SUBMISSIONS_TABLE).find,
    put: eventBus(environment.EVENT_BUS).put,
    baseUrl: environment.BASE_URL,
    now: Date.now,
  }),
});
