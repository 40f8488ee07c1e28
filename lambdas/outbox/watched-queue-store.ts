/** Reads how many messages the stage's queues have, and remembers which ones were unread (Counters table). */
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../aws/dynamodb.ts';
import type { Clock } from '../core/clock.ts';
import { SWEEP_PROGRESS } from './missed-submissions.ts';
import { findingsIn, type QueueFindings, type QueueState, type WatchedQueue } from './watched-queues.ts';

const progress = z.object({ unread_since: z.record(z.string(), z.number()).default({}) });

/**
 * Returns a function that checks queues. Each check sends two SQS requests per queue.
 * @param urlOf returns a queue's URL, given its name
 */
export function queueChecks(
  sqs: SQSClient,
  db: DocumentClient,
  { urlOf, countersTable }: { readonly urlOf: (queue: string) => string; readonly countersTable: string },
  now: Clock = Date.now,
) {
  const Key = { counter: `${SWEEP_PROGRESS}queues` };

  const messagesIn = async (queue: string): Promise<{ waiting: number; inFlight: number }> => {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: urlOf(queue),
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    return {
      waiting: Number(Attributes['ApproximateNumberOfMessages'] ?? 0),
      inFlight: Number(Attributes['ApproximateNumberOfMessagesNotVisible'] ?? 0),
    };
  };
  const stateOf = async ([id, metric, queue, deadLetters]: WatchedQueue): Promise<QueueState> => {
    const [messages, dead] = await Promise.all([messagesIn(queue), messagesIn(deadLetters)]);
    return { id, metric, ...messages, deadLetters: dead.waiting + dead.inFlight };
  };

  return async (queues: readonly WatchedQueue[]): Promise<QueueFindings> => {
    const states = await Promise.all(queues.map(stateOf));
    const { Item } = await db.send(new GetCommand({ TableName: countersTable, Key }));
    const { unread_since: before } = progress.parse(Item ?? {});
    const found = findingsIn(states, before, now());
    if (Object.keys({ ...before, ...found.unreadSince }).length > 0)
      await db.send(
        new PutCommand({ TableName: countersTable, Item: { ...Key, unread_since: found.unreadSince } }),
      );
    return found;
  };
}
