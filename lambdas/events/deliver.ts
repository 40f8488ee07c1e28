/** Deliveries from the queue: makes the attempt that is due; a failed one starts the retry ladder. */
import type { SQSRecord } from 'aws-lambda';
import { deliveryQueue, deliveryTask } from '../adapters/delivery-queue.ts';
import { dynamoDocuments } from '../adapters/dynamodb.ts';
import { retryLadder } from '../adapters/retry-ladder.ts';
import { advance, recordUnrecorded, type AttemptPorts, type DeliveryRules } from '../domain/attempt.ts';
import { readEnvironment } from '../environment.ts';
import { sendingParts } from '../adapters/sending-parts.ts';
import { queueHandler } from './batches.ts';

/** Somebody else is making this attempt, or died at it; the message comes back when that is known. */
class AttemptUnderWay extends Error {
  override readonly name = 'AttemptUnderWay' as const;
}

interface Parts {
  readonly ports: AttemptPorts;
  readonly rules: DeliveryRules;
  readonly queue: Pick<ReturnType<typeof deliveryQueue>, 'comeBackIn'>;
  readonly ladder: Pick<ReturnType<typeof retryLadder>, 'start'>;
}

/** Does what one message asks for. */
export function deliver({ ports, rules, queue, ladder }: Parts) {
  return async ({ body, receiptHandle }: Pick<SQSRecord, 'body' | 'receiptHandle'>): Promise<void> => {
    const task = deliveryTask(body);
    const delivery_id = task.task === 'record' ? task.unrecorded.delivery_id : task.delivery_id;
    const standing =
      task.task === 'record'
        ? await recordUnrecorded(task.unrecorded, ports, rules)
        : await advance(delivery_id, ports, rules);
    switch (standing.state) {
      case 'ended':
        return;
      case 'busy':
        await queue.comeBackIn((Date.parse(standing.at) - ports.now()) / 1000, receiptHandle);
        throw new AttemptUnderWay(`${delivery_id} until ${standing.at}`);
      case 'scheduled':
        return ladder.start(task.ladder, { delivery_id, next_attempt_at: standing.at });
    }
  };
}

const environment = readEnvironment('DELIVERIES_QUEUE_URL', 'RETRY_LADDER_ARN');

export const handler = queueHandler(
  deliver({
    ...sendingParts(dynamoDocuments()),
    queue: deliveryQueue(environment.DELIVERIES_QUEUE_URL),
    ladder: retryLadder(environment.RETRY_LADDER_ARN),
  }),
);
