/**
 * The queue of deliveries that want looking after: new ones, overdue ones, those whose ladder broke, and outcomes
 * that could not be recorded. Its messages carry ids, never what was posted.
 */
import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { UnrecordedOutcome } from './attempt.ts';
import { attemptOutcome } from './delivery.ts';
import { parentsOfDelivery } from '../../core/ids.ts';
import { delayMessage, sqsClient, sendMessages } from '../../aws/sqs-messages.ts';

/** Make the attempt that is due. */
const dueMessage = z.object({
  delivery_id: z.string(),
  /** Name of the ladder to start if one is needed; the delivery's own when absent. */
  ladder: z.string().optional(),
  /** It is in the queue of slow endpoints. */
  slow: z.literal(true).optional(),
});
/** Record what came of an attempt. */
const outcomeMessage = z.object({
  delivery_id: z.string(),
  attempt: z.int(),
  outcome: attemptOutcome,
});
/** EventBridge: a ladder ended without having come to its end. */
const brokenLadder = z.object({
  id: z.string(),
  'detail-type': z.literal('Step Functions Execution Status Change'),
  detail: z.object({ name: z.string() }),
});

/** What a message asks for. */
export type DeliveryTask =
  | { task: 'advance'; delivery_id: string; ladder: string; slow: boolean }
  | { task: 'record'; delivery_id: string; ladder: string; slow: false; unrecorded: UnrecordedOutcome };

/** `whd_` and 46 characters; what comes after them in the name of an execution tells ladders apart. */
const DELIVERY_ID_LENGTH = 50;

/** What a message asks for. */
export const deliveryTask = z.union([brokenLadder, outcomeMessage, dueMessage]).transform(toDeliveryTask);

function toDeliveryTask(
  message: z.infer<typeof brokenLadder> | z.infer<typeof outcomeMessage> | z.infer<typeof dueMessage>,
): DeliveryTask {
  if ('detail' in message) {
    const delivery_id = message.detail.name.slice(0, DELIVERY_ID_LENGTH);
    return { task: 'advance', delivery_id, ladder: ladderName(delivery_id, message.id), slow: false };
  }
  const { delivery_id } = message;
  if ('outcome' in message) {
    // The ladder that made this attempt has ended itself: its name is taken.
    return {
      task: 'record',
      delivery_id,
      ladder: ladderName(delivery_id, `after${message.attempt}`),
      slow: false,
      unrecorded: message,
    };
  }
  return {
    task: 'advance',
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
     * Asks for the attempts that are due of these deliveries.
     * @param reason makes the ladders that they may need others than those they had
     * @throws NotQueued when the queue did not take every one
     */
    add: (deliveryIds: readonly string[], reason?: string): Promise<void> =>
      send(
        deliveryIds.map((delivery_id) => ({
          delivery_id,
          ...(reason !== undefined && { ladder: ladderName(delivery_id, reason) }),
        })),
      ),

    /** Asks for the attempt that is due, with this ladder after it, in this queue: that of slow endpoints. */
    takeOver: (delivery_id: string, ladder: string): Promise<void> =>
      send([{ delivery_id, ladder, slow: true }]),

    /** Lets a message that was received, and is reported as failed, come back after so many seconds. */
    comeBackIn: (seconds: number, receiptHandle: string): Promise<void> =>
      delayMessage(client, queueUrl, receiptHandle, seconds),

    /** Keeps an outcome until the store takes it. */
    handOver: (unrecorded: UnrecordedOutcome): Promise<void> => send([unrecorded]),
  };
}
