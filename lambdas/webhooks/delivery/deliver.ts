/**
 * Deliveries from the queue: makes the attempt that is due; a failed one starts the retry ladder. Those to endpoints that
 * are slow go on to a queue of their own, which this function consumes too.
 */
import type { SQSRecord } from 'aws-lambda';
import { deliveryQueue, deliveryTask, type DeliveryTask } from './delivery-queue.ts';
import { documentClient } from '../../aws/dynamodb.ts';
import { retryLadderClient } from './retry-ladder-client.ts';
import {
  runNextAttempt,
  recordLateOutcome,
  type AttemptDeps,
  type DeliveryConfig,
  type SlowEndpoint,
  type DeliveryProgress,
} from './attempt.ts';
import { readEnvironment } from '../../environment.ts';
import { deliveryDeps } from './delivery-deps.ts';
import { sqsHandler } from '../../aws/sqs-handler.ts';

/** Somebody else is making this attempt, or died at it; the message comes back when that is known. */
class AttemptUnderWay extends Error {
  override readonly name = 'AttemptUnderWay' as const;
}

interface Parts {
  readonly ports: AttemptDeps;
  readonly rules: DeliveryConfig;
  readonly queue: Pick<ReturnType<typeof deliveryQueue>, 'comeBackIn'>;
  /** Of endpoints that are slow. */
  readonly slowQueue: Pick<ReturnType<typeof deliveryQueue>, 'comeBackIn' | 'takeOver'>;
  readonly ladder: Pick<ReturnType<typeof retryLadderClient>, 'start'>;
}

/** Does what one message asks for. */
export function deliver({ ports, rules, queue, slowQueue, ladder }: Parts) {
  const perform = (task: DeliveryTask): Promise<DeliveryProgress | SlowEndpoint> =>
    task.task === 'record'
      ? recordLateOutcome(task.unrecorded, ports, rules)
      : runNextAttempt(task.delivery_id, ports, rules, task.slow ? undefined : 'fast');
  return async (task: DeliveryTask, { receiptHandle }: Pick<SQSRecord, 'receiptHandle'>): Promise<void> => {
    const standing = await perform(task);
    switch (standing.state) {
      case 'ended':
        return;
      case 'slow':
        return slowQueue.takeOver(task.delivery_id, task.ladder);
      case 'busy': {
        const seconds = (Date.parse(standing.at) - ports.now()) / 1000;
        await (task.slow ? slowQueue : queue).comeBackIn(seconds, receiptHandle);
        throw new AttemptUnderWay(`${task.delivery_id} until ${standing.at}`);
      }
      case 'scheduled':
        return ladder.start(task.ladder, {
          delivery_id: task.delivery_id,
          next_attempt_at: standing.at,
        });
    }
  };
}

const environment = readEnvironment('DELIVERIES_QUEUE_URL', 'SLOW_DELIVERIES_QUEUE_URL', 'RETRY_LADDER_ARN');

export const handler = sqsHandler({
  message: deliveryTask,
  handle: deliver({
    ...deliveryDeps(documentClient()),
    queue: deliveryQueue(environment.DELIVERIES_QUEUE_URL),
    slowQueue: deliveryQueue(environment.SLOW_DELIVERIES_QUEUE_URL),
    ladder: retryLadderClient(environment.RETRY_LADDER_ARN),
  }),
});
