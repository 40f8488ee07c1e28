/**
 * Sends events for accepted, changed and deleted submissions to the stage's event bus. Receives the changes
 * from a queue.
 */
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { sqsBatchHandler } from '../aws/event-sources/sqs-handler.ts';
import type { Clock } from '../core/clock.ts';
import { readEnvironment } from '../environment.ts';
import { submissionChanges } from '../submissions/submission-change-store.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import {
  submissionCreated,
  submissionDeleted,
  submissionUpdated,
  type BusEvent,
} from '../event-bus/bus-event.ts';
import { eventBus, type PutEvents } from '../event-bus/event-bus-client.ts';
import { submissionNews, type SubmissionNews } from '../event-bus/submission-news.ts';

interface Deps {
  readonly findSubmission: ReturnType<typeof submissionStore>['find'];
  readonly owe: ReturnType<typeof submissionChanges>['oweCreatedEvent'];
  readonly put: PutEvents;
  readonly baseUrl: string;
  readonly now: Clock;
}

/**
 * Sends the events for all messages in a batch. Like the webhook senders, skips accepted submissions that
 * have been deleted or marked as spam, and changes to deleted submissions. An event can be sent twice, with
 * the same id each time.
 */
export function announceSubmissions({ findSubmission, owe, put, baseUrl, now }: Deps) {
  const createdEvent = async (of: SubmissionNews): Promise<BusEvent | undefined> => {
    for (;;) {
      const found = await findSubmission(of.form_id, of.submission_id);
      if (!found) return undefined;
      if (found.status === 'received') return submissionCreated(found, { baseUrl, now: now() });
      // Mark the event as due, so that it is sent when the submission is released. If the submission has been
      // released or deleted in the meantime, read it again.
      if (await owe(found)) return undefined;
    }
  };
  const eventOf = async (news: SubmissionNews): Promise<BusEvent | undefined> => {
    const { form_id, submission_id, change, deletion } = news;
    if (deletion) return submissionDeleted({ form_id, submission_id, deletion });
    if (!change) return createdEvent(news);
    const found = await findSubmission(form_id, submission_id);
    return found && submissionUpdated(found, change, { baseUrl, now: now() });
  };
  return async (messages: readonly SubmissionNews[]): Promise<unknown[]> => {
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
const db = documentClient();

export const handler = sqsBatchHandler({
  message: submissionNews,
  handle: announceSubmissions({
    findSubmission: submissionStore(db, environment.SUBMISSIONS_TABLE).find,
    owe: submissionChanges(db, environment.SUBMISSIONS_TABLE).oweCreatedEvent,
    put: eventBus(environment.EVENT_BUS).put,
    baseUrl: environment.BASE_URL,
    now: Date.now,
  }),
});
