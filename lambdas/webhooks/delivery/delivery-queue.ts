/**
 * The queue of deliveries that have something to be done: new ones, those whose next attempt is due, overdue ones, those
 * whose retry ladder broke, and outcomes that could not be recorded. Its messages carry ids, never what was posted.
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
  /** The ladder that waited for the attempt. */
  ladder: z.string().optional(),
  /** The message is in the queue of slow endpoints. */
  slow: z.literal(true).optional(),
});
/** EventBridge tells that an execution of the ladder failed, timed out or was aborted. */
const brokenLadder = z.object({
  'detail-type': z.literal('Step Functions Execution Status Change'),
  detail: z.object({ name: z.string() }),
});

/** What a message asks for. `ladder` names the retry ladder that ended with this message. */
export type DeliveryTask =
  | { task: 'make-attempt'; delivery_id: string; ladder: string | undefined; slow: boolean }
  | {
      task: 'record-outcome';
      delivery_id: string;
      ladder: undefined;
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
    const { name } = message.detail;
    const [delivery_id = ''] = name.split('-');
    return { task: 'make-attempt', delivery_id, ladder: name, slow: false };
  }
  const { delivery_id } = message;
  if ('outcome' in message)
    return { task: 'record-outcome', delivery_id, ladder: undefined, slow: false, unrecorded: message };
  return { task: 'make-attempt', delivery_id, ladder: message.ladder, slow: message.slow === true };
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
     * @throws NotQueued when the queue did not take every one
     */
    add: (deliveryIds: readonly string[]): Promise<void> =>
      send(deliveryIds.map((delivery_id) => ({ delivery_id }))),

    /** Asks for the attempt that is due, in this queue, which is that of slow endpoints. */
    addSlow: (delivery_id: string): Promise<void> => send([{ delivery_id, slow: true }]),

    /** Lets a message that was received, and is reported as failed, come back after so many seconds. */
    delay: (receiptHandle: string, seconds: number): Promise<void> =>
      delayMessage(client, queueUrl, receiptHandle, seconds),

    /** Keeps an outcome on the queue until it is recorded. */
    handOver: (outcome: UnrecordedOutcome): Promise<void> => send([outcome]),
  };
}
