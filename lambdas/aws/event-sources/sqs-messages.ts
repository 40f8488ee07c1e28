/** Sends messages to SQS and delays the redelivery of received messages that failed. */
import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  type SQSClient,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import DataLoader from 'dataloader';
import { asciiJson } from '../../core/text/ascii-json.ts';

/** Maximum number of messages per call. */
const BATCH = 10;

/** Thrown when SQS didn't accept a message. */
export class NotQueued extends Error {
  override readonly name = 'NotQueued' as const;
}

export interface QueueMessage {
  readonly body: unknown;
  /** Messages in one group don't delay messages in other groups (SQS fair queues). */
  readonly group?: string;
  /** Seconds until consumers can receive the message, at most 900. */
  readonly delaySeconds?: number;
}

/**
 * Queues messages as JSON. Resolves when all of them have been accepted.
 * @throws NotQueued
 */
export type MessageSender = (messages: readonly QueueMessage[]) => Promise<void>;

/**
 * Creates a function that sends messages to a queue. It batches messages that are sent at the same time, up
 * to ten per call, even if they are from different callers. Batching saves calls, because stream records are
 * processed in parallel, and each record sends one or two messages. Ten messages of the maximum size must fit
 * into one call (`webhooks/delivery/first-attempt.ts`).
 */
export function messageSender(client: SQSClient, queueUrl: string): MessageSender {
  const sendBatch = async (messages: readonly QueueMessage[]): Promise<(NotQueued | true)[]> => {
    const Entries = messages.map(({ body, group, delaySeconds }, index): SendMessageBatchRequestEntry => ({
      Id: String(index),
      MessageBody: asciiJson(body),
      ...(group !== undefined && { MessageGroupId: group }),
      ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
    }));
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    const codes = new Map(Failed.map(({ Id, Code = '' }) => [Id, Code]));
    return Entries.map(({ Id }) => {
      const code = codes.get(Id);
      return code === undefined ? true : new NotQueued(code);
    });
  };
  const loader = new DataLoader(sendBatch, { cache: false, maxBatchSize: BATCH });
  return async (messages) => {
    const results = await loader.loadMany(messages);
    const failed = results.find((result) => result instanceof Error);
    if (failed) throw failed;
  };
}

/**
 * Makes a received message visible again after this many seconds. The caller must also report the message as
 * failed in its batch response.
 */
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
