/**
 * From the stream of stored submissions to one delivery for each enabled webhook. The same record may come
 * several times: the delivery's id derives from submission and webhook, so it is made once, and a message
 * that is queued twice is attempted once.
 */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { deliveryQueue } from '../adapters/delivery-queue.ts';
import { deliveryStore } from '../adapters/delivery-store.ts';
import { dynamoDocuments } from '../adapters/dynamodb.ts';
import { fileRemovalQueue } from '../adapters/file-removal-queue.ts';
import { webhookStore } from '../adapters/webhook-store.ts';
import type { Clock } from '../domain/clock.ts';
import { newDelivery } from '../domain/delivery.ts';
import { readEnvironment } from '../environment.ts';
import { askForFileRemoval } from './removed-submission.ts';

interface Parts {
  readonly webhooks: Pick<ReturnType<typeof webhookStore>, 'list'>;
  readonly deliveries: Pick<ReturnType<typeof deliveryStore>, 'create'>;
  readonly queue: Pick<ReturnType<typeof deliveryQueue>, 'add'>;
  readonly now: Clock;
}

const streamRecord = z.object({
  dynamodb: z.object({
    Keys: z.object({ form_id: z.object({ S: z.string() }), submission_id: z.object({ S: z.string() }) }),
  }),
});

/** Makes the deliveries of one accepted submission and queues their first attempts. */
export function fanOut({ webhooks, deliveries, queue, now }: Parts) {
  return async (record: DynamoDBRecord): Promise<void> => {
    const { form_id, submission_id } = streamRecord.parse(record).dynamodb.Keys;
    const enabled = (await webhooks.list(form_id.S)).filter((webhook) => webhook.enabled);
    const made = enabled.map(({ webhook_id }) => newDelivery(webhook_id, submission_id.S, now()));
    await Promise.all(made.map((delivery) => deliveries.create(delivery)));
    await queue.add(made.map(({ delivery_id }) => delivery_id));
  };
}

const environment = readEnvironment(
  'WEBHOOKS_TABLE',
  'DELIVERIES_TABLE',
  'DELIVERIES_QUEUE_URL',
  'FILE_REMOVALS_QUEUE_URL',
);
const db = dynamoDocuments();
const tellWebhooks = fanOut({
  webhooks: webhookStore(db, environment.WEBHOOKS_TABLE),
  deliveries: deliveryStore(db, environment.DELIVERIES_TABLE),
  queue: deliveryQueue(environment.DELIVERIES_QUEUE_URL),
  now: Date.now,
});
const askForRemoval = askForFileRemoval(fileRemovalQueue(environment.FILE_REMOVALS_QUEUE_URL));
const handleRecord = (record: DynamoDBRecord): Promise<void> =>
  record.eventName === 'REMOVE' ? askForRemoval(record) : tellWebhooks(record);

export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  processPartialResponse(event, handleRecord, new BatchProcessor(EventType.DynamoDBStreams), {
    throwOnFullBatchFailure: false,
  });
