/** The first attempt of each delivery, from the queue; a failed one starts the retry ladder. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { deliveryMessage, deliveryQueue } from '../adapters/delivery-queue.ts';
import { retryLadder } from '../adapters/retry-ladder.ts';
import { makeAttempt, type AttemptPorts, type AttemptRules } from '../domain/attempt.ts';
import { readEnvironment } from '../environment.ts';
import { attemptParts } from './attempt-parts.ts';

/** Somebody else is making this attempt, or died at it; the message comes back when that is known. */
class AttemptUnderWay extends Error {
  override readonly name = 'AttemptUnderWay' as const;
}

interface Parts {
  readonly ports: AttemptPorts;
  readonly rules: AttemptRules;
  readonly queue: Pick<ReturnType<typeof deliveryQueue>, 'comeBackIn'>;
  readonly ladder: Pick<ReturnType<typeof retryLadder>, 'start'>;
}

/** Makes the first attempt that one message asks for. */
export function deliver({ ports, rules, queue, ladder }: Parts) {
  return async ({ body, receiptHandle }: Pick<SQSRecord, 'body' | 'receiptHandle'>): Promise<void> => {
    const { delivery_id } = deliveryMessage.parse(JSON.parse(body));
    const standing = await makeAttempt(delivery_id, 1, ports, rules);
    switch (standing.state) {
      case 'ended':
        return;
      case 'busy':
        await queue.comeBackIn((Date.parse(standing.at) - ports.now()) / 1000, receiptHandle);
        throw new AttemptUnderWay(delivery_id);
      case 'scheduled':
        return ladder.start({ delivery_id, attempt: standing.attempt, next_attempt_at: standing.at });
    }
  };
}

const environment = readEnvironment('DELIVERIES_QUEUE_URL', 'RETRY_LADDER_ARN');
const handleRecord = deliver({
  ...attemptParts(),
  queue: deliveryQueue(environment.DELIVERIES_QUEUE_URL),
  ladder: retryLadder(environment.RETRY_LADDER_ARN),
});

export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  processPartialResponse(event, handleRecord, new BatchProcessor(EventType.SQS), {
    throwOnFullBatchFailure: false,
  });
