/**
 * Checks whether dead-letter queues contain messages and whether buckets contain failed stream records. Also
 * returns how long the stage keeps log lines and backups.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { failedRecords } from '../../aws/event-sources/failed-records.ts';
import type { Leftovers, StageRetention } from '../certificate.ts';

export interface LeftoverNames {
  /** URLs of all dead-letter queues. */
  readonly deadLetterQueues: readonly string[];
  /** Names of the buckets for failed records. */
  readonly buckets: readonly string[];
}

export function leftoversStore(
  sqs: SQSClient,
  s3: S3Client,
  { deadLetterQueues, buckets }: LeftoverNames,
  retention: StageRetention,
) {
  /** Returns the approximate number of messages that are waiting in the queue. */
  const messagesIn = async (QueueUrl: string): Promise<number> => {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
    );
    return Number(Attributes['ApproximateNumberOfMessages'] ?? 0);
  };

  return async (): Promise<Leftovers> => {
    const [messages, records] = await Promise.all([
      Promise.all(deadLetterQueues.map(messagesIn)),
      Promise.all(buckets.map((bucket) => failedRecords(bucket, s3).count())),
    ]);
    const isSome = (count: number): boolean => count > 0;
    return { deadLetters: messages.some(isSome), failedRecords: records.some(isSome), ...retention };
  };
}
