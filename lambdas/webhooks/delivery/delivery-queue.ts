/**
 * The queue of deliveries that have something to be done: new ones, overdue ones, those whose retry ladder broke,
 * and outcomes that could not be recorded. Its messages carry ids, never what was posted.
 */
import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { unrecordedOutcome, type UnrecordedOutcome } from './delivery.ts';
import { parentsOfDelivery } from '../../core/ids.ts';
import { sqsClient } from '../../aws/clients/sqs-client.ts';
import { delayMessage, sendMessages } from '../../aws/sqs-messages.ts';

/** Asks for the attempt that is due. */
const dueMessage = z.object({
  delivery_id: z.string(),
  /** The name of the ladder to start when the attempt fails; that of the delivery itself when absent. */
  ladder: z.string().optional(),
  /** The message is in the queue of slow endpoints. */
  slow: z.literal(true).optional(),
});
/** EventBridge tells that an execution of the ladder failed, timed out or was aborted. */
const brokenLadder = z.object({
  id: z.string(),
  'detail-type': z.literal('Step Functions Execution Status Change'),
  detail: z.object({ name: z.string() }),
});

/** What a message asks for. `ladder` names the retry ladder to start when it is needed. */
export type DeliveryTask =
  | { task: 'make-attempt'; delivery_id: string; ladder: string; slow: boolean }
  | {
      task: 'record-outcome';
      delivery_id: string;
      ladder: string;
      slow: false;
      unrecorded: UnrecordedOutcome;
    };

/** A message of this queue, as the task that it asks for. */
export const deliveryTask = z.union([brokenLadder, unrecordedOutcome, dueMessage]).transform(toDeliveryTask);

function toDeliveryTask(
  message: z.infer<typeof brokenLadder> | UnrecordedOutcome | z.infer<typeof dueMessage>,
): DeliveryTask {
  if ('detail' in message) {
    // What follows the hyphen tells the ladders of one delivery apart.
    const [delivery_id = ''] = message.detail.name.split('-');
    return { task: 'make-attempt', delivery_id, ladder: ladderName(delivery_id, message.id), slow: false };
  }
  const { delivery_id } = message;
  if ('outcome' in message) {
    // The ladder that made this attempt has ended, and Step Functions accepts no name twice.
    return {
      task: 'record-outcome',
      delivery_id,
      ladder: ladderName(delivery_id, `after${message.attempt}`),
      slow: false,
      unrecorded: message,
    };
  }
  return {
    task: 'make-attempt',
    delivery_id,
    ladder: message.ladder ?? delivery_id,
    slow: message.slow === true,
  };
}

/** The name of a ladder that takes over from another; Step Functions keeps names for 90 days and 80 characters. */
export function ladderName(deliveryId: string, reason: string): string {
  return `${deliveryId}-${reason.replace(/[^A-Za-z0-9]/g, '')}`.slice(0, 80);
}

export function deliveryQueue(queueUrl: string, client: SQSClient = sqsClient()) {
  const send = (messages: readonly (UnrecordedOutcome | z.infer<typeof dueMessage>)[]): Promise<void> =>
    sendMessages(
      client,
      queueUrl,
      messages.map((body) => {
        const webhook = parentsOfDelivery(body.delivery_id)?.webhookId;
        return { body, ...(webhook !== undefined && { group: webhook }) };
      }),
    );
  return {
    /**
     * Asks for the attempts that are due.
     * @param reason becomes part of the ladders' names: these deliveries may have had ladders before
     * @throws NotQueued when the queue did not take every one
     */
    add: (deliveryIds: readonly string[], reason?: string): Promise<void> =>
      send(
        deliveryIds.map((delivery_id) => ({
          delivery_id,
          ...(reason !== undefined && { ladder: ladderName(delivery_id, reason) }),
        })),
      ),

    /** Asks for the attempt that is due, in this queue, which is that of slow endpoints. */
    addSlow: (delivery_id: string, ladder: string): Promise<void> =>
      send([{ delivery_id, ladder, slow: true }]),

    /** Lets a message that was received, and is reported as failed, come back after so many seconds. */
    delay: (receiptHandle: string, seconds: number): Promise<void> =>
      delayMessage(client, queueUrl, receiptHandle, seconds),

    /** Keeps an outcome on the queue until it is recorded. */
    handOver: (outcome: UnrecordedOutcome): Promise<void> => send([outcome]),
  };
}
