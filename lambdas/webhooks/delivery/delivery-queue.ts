/**
 * Defines the queue of deliveries that need work: new deliveries, scheduled attempts, overdue deliveries,
 * failed retry executions, and outcomes that couldn't be recorded. Messages contain ids. The message for a
 * first attempt also contains the payload if it is small (`first-attempt.ts`).
 */
import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { unrecordedOutcome, type UnrecordedOutcome } from './delivery.ts';
import { firstAttempt, toFirstAttemptJson, type FirstAttempt } from './first-attempt.ts';
import { asciiJson } from '../../core/text/ascii-json.ts';
import { parentsOfDelivery } from '../../core/ids.ts';
import { sqsClient } from '../../aws/clients/sqs-client.ts';
import { redrive, type QueueWithDeadLetters } from '../../aws/event-sources/dead-letters.ts';
import { delayMessage, messageSender } from '../../aws/event-sources/sqs-messages.ts';

/** Requests a delivery's scheduled attempt. */
const dueMessage = z.object({
  delivery_id: z.string(),
  /** Name of the Step Functions execution that scheduled this attempt. */
  ladder: z.string().optional(),
  /** Set if the message is in the slow-endpoint queue. */
  slow: z.literal(true).optional(),
  /**
   * Set if the delivery wasn't stored yet when the message was sent. By the time the message is received, the
   * delivery might be stored.
   */
  first: firstAttempt.optional(),
});
/** EventBridge event for a retry execution that failed, timed out or was aborted. */
const brokenLadder = z.object({
  'detail-type': z.literal('Step Functions Execution Status Change'),
  detail: z.object({ name: z.string() }),
});

/**
 * The task that a message requests. `ladder` is the name of the retry execution that sent the message or that
 * failed.
 */
export type DeliveryTask =
  | {
      task: 'make-attempt';
      delivery_id: string;
      ladder: string | undefined;
      slow: boolean;
      first: FirstAttempt | undefined;
    }
  | {
      task: 'record-outcome';
      delivery_id: string;
      ladder: undefined;
      slow: false;
      unrecorded: UnrecordedOutcome;
    };

/** Parses a message from this queue into a task. */
export const deliveryTask = z.union([brokenLadder, unrecordedOutcome, dueMessage]).transform(toDeliveryTask);

function toDeliveryTask(
  message: z.infer<typeof brokenLadder> | UnrecordedOutcome | z.infer<typeof dueMessage>,
): DeliveryTask {
  if ('detail' in message) {
    // The execution's name starts with the delivery's id. The part after the hyphen distinguishes the
    // delivery's executions.
    const { name } = message.detail;
    const [delivery_id = ''] = name.split('-');
    return { task: 'make-attempt', delivery_id, ladder: name, slow: false, first: undefined };
  }
  const { delivery_id } = message;
  if ('outcome' in message)
    return { task: 'record-outcome', delivery_id, ladder: undefined, slow: false, unrecorded: message };
  const { ladder, slow = false, first } = message;
  return { task: 'make-attempt', delivery_id, ladder, slow, first };
}

export function deliveryQueue(queueUrl: string, client: SQSClient = sqsClient()) {
  const sendMessages = messageSender(client, queueUrl);
  const send = (messages: readonly (UnrecordedOutcome | z.input<typeof dueMessage>)[]): Promise<void> =>
    sendMessages(
      messages.map((body) => {
        const webhook = parentsOfDelivery(body.delivery_id)?.webhookId;
        return { body, ...(webhook !== undefined && { group: webhook }) };
      }),
    );
  return {
    /**
     * Requests the scheduled attempts of these deliveries.
     * @param first true for deliveries that aren't stored yet
     * @throws NotQueued if the queue didn't accept all messages
     */
    add: (deliveryIds: readonly string[], first?: FirstAttempt): Promise<void> =>
      send(
        deliveryIds.map((delivery_id) => ({
          delivery_id,
          ...(first && { first: toFirstAttemptJson(first) }),
        })),
      ),

    /**
     * Requests a delivery's scheduled attempt to a slow endpoint. Only call this on the slow-endpoint queue.
     */
    addSlow: (delivery_id: string): Promise<void> => send([{ delivery_id, slow: true }]),

    /** Delays a received message by this many seconds. The caller must also report the message as failed. */
    delay: (receiptHandle: string, seconds: number): Promise<void> =>
      delayMessage(client, queueUrl, receiptHandle, seconds),

    /** Keeps an outcome in the queue until it is recorded. */
    handOver: (outcome: UnrecordedOutcome): Promise<void> => send([outcome]),
  };
}

/**
 * Returns a function that moves dead letters back to their queues until its callback returns false, up to a
 * maximum per queue. Leaves messages that aren't about a delivery in the dead-letter queue so that the
 * operator can examine them.
 */
export function redriveDeliveries(client: SQSClient, queues: readonly QueueWithDeadLetters[]) {
  return async (most: number, mayGoOn: () => boolean): Promise<number> => {
    const moved = await Promise.all(
      queues.map((queue) => redrive(client, queue, { most, mayGoOn, again: withoutSubmission })),
    );
    return moved.reduce((sum, count) => sum + count, 0);
  };
}

const anyMessage = z.looseObject({ first: firstAttempt.pick({ created_at: true }).optional() });

/**
 * Returns the message without the submission, which is then read from the table. Otherwise, each redrive
 * would keep the submission in SQS for another 14 days, even after it was deleted. Returns undefined if the
 * message isn't about a delivery.
 */
function withoutSubmission(body: string): string | undefined {
  try {
    const message: unknown = JSON.parse(body);
    return deliveryTask.safeParse(message).success ? asciiJson(anyMessage.parse(message)) : undefined;
  } catch {
    return undefined;
  }
}
