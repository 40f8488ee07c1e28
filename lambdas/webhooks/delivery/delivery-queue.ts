/**
 * The queue of deliveries that have something to be done: new ones, those whose next attempt is due, overdue ones, those
 * whose retry ladder broke, and outcomes that could not be recorded. Its messages carry ids; that of a first attempt also
 * carries what was posted, when it is small (`first-attempt.ts`).
 */
import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { unrecordedOutcome, type UnrecordedOutcome } from './delivery.ts';
import { firstAttempt, toFirstAttemptJson, type FirstAttempt } from './first-attempt.ts';
import { asciiJson } from '../../core/ascii-json.ts';
import { parentsOfDelivery } from '../../core/ids.ts';
import { sqsClient } from '../../aws/clients/sqs-client.ts';
import { redrive, type QueueWithDeadLetters } from '../../aws/dead-letters.ts';
import { delayMessage, messageSender } from '../../aws/sqs-messages.ts';

/** Asks for the attempt that is due. */
const dueMessage = z.object({
  delivery_id: z.string(),
  /** The ladder that waited for the attempt. */
  ladder: z.string().optional(),
  /** The message is in the queue of slow endpoints. */
  slow: z.literal(true).optional(),
  /** The delivery is not stored yet, unless the message comes again. */
  first: firstAttempt.optional(),
});
/** EventBridge tells that an execution of the ladder failed, timed out or was aborted. */
const brokenLadder = z.object({
  'detail-type': z.literal('Step Functions Execution Status Change'),
  detail: z.object({ name: z.string() }),
});

/** What a message asks for. `ladder` names the retry ladder that ended with this message. */
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

/** A message of this queue, as the task that it asks for. */
export const deliveryTask = z.union([brokenLadder, unrecordedOutcome, dueMessage]).transform(toDeliveryTask);

function toDeliveryTask(
  message: z.infer<typeof brokenLadder> | UnrecordedOutcome | z.infer<typeof dueMessage>,
): DeliveryTask {
  if ('detail' in message) {
    // What follows the hyphen tells the ladders of one delivery apart.
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
     * Asks for the attempts that are due.
     * @param first of deliveries that are not stored yet
     * @throws NotQueued when the queue did not take every one
     */
    add: (deliveryIds: readonly string[], first?: FirstAttempt): Promise<void> =>
      send(
        deliveryIds.map((delivery_id) => ({
          delivery_id,
          ...(first && { first: toFirstAttemptJson(first) }),
        })),
      ),

    /** Asks for the attempt that is due, in this queue, which is that of slow endpoints. */
    addSlow: (delivery_id: string): Promise<void> => send([{ delivery_id, slow: true }]),

    /** Lets a message that was received, and is reported as failed, come back after so many seconds. */
    delay: (receiptHandle: string, seconds: number): Promise<void> =>
      delayMessage(client, queueUrl, receiptHandle, seconds),

    /** Keeps an outcome on the queue until it is recorded. */
    handOver: (outcome: UnrecordedOutcome): Promise<void> => send([outcome]),
  };
}

/**
 * Makes the function that moves dead letters back to their queues, at most so many of each, as long as it may go on. What
 * is no message of a delivery stays for a person.
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
 * The message without what was posted, which is read anew by now: SQS would keep it for another fourteen days each
 * time, also when the submission is deleted. Undefined for what is no message of a delivery.
 */
function withoutSubmission(body: string): string | undefined {
  try {
    const message: unknown = JSON.parse(body);
    return deliveryTask.safeParse(message).success ? asciiJson(anyMessage.parse(message)) : undefined;
  } catch {
    return undefined;
  }
}
