/** Sends messages to SQS, and delays those that were received and failed. */
import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  type SQSClient,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import DataLoader from 'dataloader';
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

/** Puts messages on a queue, as JSON, and returns when it has accepted every one. @throws NotQueued */
export type MessageSender = (messages: readonly QueueMessage[]) => Promise<void>;

/**
 * Makes the sender of messages to a queue. Messages that are sent at the same time, by whomever, go in one call, ten at most: the
 * records of a stream's batch are handled side by side, and each has a message or two. Ten of the largest must fit into
 * one call (`webhooks/delivery/first-attempt.ts`).
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
