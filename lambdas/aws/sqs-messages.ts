/** Sending to SQS, whole or not at all, and putting off what was received. */
import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SQSClient,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';

/** Messages that one call takes. */
const BATCH = 10;

/** A message was not taken by the queue. */
export class NotQueued extends Error {
  override readonly name = 'NotQueued' as const;
}

export interface QueueMessage {
  readonly body: unknown;
  /** Messages of one group do not hold up those of others (SQS fair queues). */
  readonly group?: string;
}

/** A call ends within about six seconds, as those to the tables do. */
export const sqsClient = (): SQSClient =>
  new SQSClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
  });

/**
 * Puts all of them on the queue, as JSON.
 * @throws NotQueued when it did not take every one
 */
export async function sendMessages(
  client: SQSClient,
  queueUrl: string,
  messages: readonly QueueMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH) {
    const Entries = messages
      .slice(start, start + BATCH)
      .map(({ body, group }, index): SendMessageBatchRequestEntry => ({
        Id: String(index),
        MessageBody: JSON.stringify(body),
        ...(group !== undefined && { MessageGroupId: group }),
      }));
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    if (Failed.length > 0)
      throw new NotQueued(`${Failed.length} of ${Entries.length}: ${Failed[0]?.Code ?? ''}`);
  }
}

/** Lets a message that was received, and is reported as failed, come back after so many seconds. */
export async function delayMessage(
  client: SQSClient,
  queueUrl: string,
  receiptHandle: string,
  seconds: number,
): Promise<void> {
  await client.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: queueUrl,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: Math.max(1, Math.ceil(seconds)),
    }),
  );
}
