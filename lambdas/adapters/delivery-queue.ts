/** The queue of first attempts. Its messages carry ids, never what was posted. */
import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';

/** A message of the queue. */
export const deliveryMessage = z.object({ delivery_id: z.string() });
export type DeliveryMessage = z.infer<typeof deliveryMessage>;

const BATCH = 10;

/** A message was not taken by the queue. */
export class NotQueued extends Error {
  override readonly name = 'NotQueued' as const;
}

export function deliveryQueue(queueUrl: string, client = new SQSClient({ maxAttempts: 3 })) {
  return {
    /**
     * Puts all of them on the queue.
     * @throws NotQueued when it did not take every one
     */
    async add(deliveryIds: readonly string[]): Promise<void> {
      for (let start = 0; start < deliveryIds.length; start += BATCH) {
        const Entries = deliveryIds.slice(start, start + BATCH).map((delivery_id, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify({ delivery_id } satisfies DeliveryMessage),
        }));
        const { Failed = [] } = await client.send(
          new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }),
        );
        if (Failed.length > 0)
          throw new NotQueued(`${Failed.length} of ${Entries.length}: ${Failed[0]?.Code ?? ''}`);
      }
    },

    /** Lets a message that was received, and is reported as failed, come back after so many seconds. */
    async comeBackIn(seconds: number, receiptHandle: string): Promise<void> {
      await client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: queueUrl,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: Math.max(1, Math.ceil(seconds)),
        }),
      );
    },
  };
}
