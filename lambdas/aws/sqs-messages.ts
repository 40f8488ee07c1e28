/** Sends messages to SQS, and delays those that were received and failed. */
import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  type SQSClient,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import { asciiJson } from '../core/ascii-json.ts';

/** The most messages of one call. */
const BATCH = 10;

/** The queue did not accept a message. */
export class NotQueued extends Error {
  override readonly name = 'NotQueued' as const;
}

export interface QueueMessage {
  readonly body: unknown;
  /** Messages of one group do not hold up those of others (SQS fair queues). */
  readonly group?: string;
  /** Seconds until it can be received, at most 900. */
  readonly delaySeconds?: number;
}

/**
 * Puts all messages on the queue, as JSON.
 * @throws NotQueued when it did not accept every one
 */
export async function sendMessages(
  client: SQSClient,
  queueUrl: string,
  messages: readonly QueueMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH) {
    const Entries = messages
      .slice(start, start + BATCH)
      .map(({ body, group, delaySeconds }, index): SendMessageBatchRequestEntry => ({
        Id: String(index),
        MessageBody: asciiJson(body),
        ...(group !== undefined && { MessageGroupId: group }),
        ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
      }));
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    if (Failed.length > 0)
      throw new NotQueued(`${Failed.length} of ${Entries.length}: ${Failed[0]?.Code ?? ''}`);
  }
}

/** Makes a received message, which is then reported as failed, visible again after so many seconds. */
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
