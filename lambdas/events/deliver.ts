/** Deliveries from the queue: makes the attempt that is due; a failed one starts the retry ladder. */
import type { SQSRecord } from 'aws-lambda';
import { deliveryTask } from '../adapters/delivery-queue.ts';
import { dynamoDocuments } from '../adapters/dynamodb.ts';
import { retryLadder } from '../adapters/retry-ladder.ts';
import { advance, recordUnrecorded, type AttemptPorts, type DeliveryRules } from '../domain/attempt.ts';
import { readEnvironment } from '../environment.ts';
import { sendingParts } from '../adapters/sending-parts.ts';
import { queueHandler } from './batches.ts';

/** Somebody else is making this attempt; the message comes back after its visibility time. */
class AttemptUnderWay extends Error {
  override readonly name = 'AttemptUnderWay' as const;
}

interface Parts {
  readonly ports: AttemptPorts;
  readonly rules: DeliveryRules;
  readonly ladder: Pick<ReturnType<typeof retryLadder>, 'start'>;
}

/** Does what one message asks for. */
export function deliver({ ports, rules, ladder }: Parts) {
  return async ({ body }: Pick<SQSRecord, 'body'>): Promise<void> => {
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
        throw new AttemptUnderWay(`${delivery_id} until ${standing.at}`);
      case 'scheduled':
        return ladder.start(task.ladder, { delivery_id, next_attempt_at: standing.at });
    }
  };
}

export const handler = queueHandler(
  deliver({
    ...sendingParts(dynamoDocuments()),
    ladder: retryLadder(readEnvironment('RETRY_LADDER_ARN').RETRY_LADDER_ARN),
  }),
);
