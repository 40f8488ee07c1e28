/** The first attempt of each delivery, from the queue; a failed one starts the retry ladder. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { deliveryMessage } from '../adapters/delivery-queue.ts';
import { retryLadder } from '../adapters/retry-ladder.ts';
import { makeAttempt, type AttemptPorts, type AttemptRules } from '../domain/attempt.ts';
import { readEnvironment } from '../environment.ts';
import { attemptParts } from './attempt-parts.ts';

/** Somebody else is making this attempt; the message comes back after its visibility time. */
class AttemptUnderWay extends Error {
  override readonly name = 'AttemptUnderWay' as const;
}

interface Parts {
  readonly ports: AttemptPorts;
  readonly rules: AttemptRules;
  readonly ladder: Pick<ReturnType<typeof retryLadder>, 'start'>;
}

/** Makes the first attempt that one message asks for. */
export function deliver({ ports, rules, ladder }: Parts) {
  return async ({ body }: Pick<SQSRecord, 'body'>): Promise<void> => {
    const { delivery_id } = deliveryMessage.parse(JSON.parse(body));
    const standing = await makeAttempt(delivery_id, 1, ports, rules);
    switch (standing.state) {
      case 'ended':
        return;
      case 'busy':
        throw new AttemptUnderWay(delivery_id);
      case 'scheduled':
        return ladder.start({ delivery_id, attempt: standing.attempt, next_attempt_at: standing.at });
    }
  };
}

const handleRecord = deliver({
  ...attemptParts(),
  ladder: retryLadder(readEnvironment('RETRY_LADDER_ARN').RETRY_LADDER_ARN),
});

export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  processPartialResponse(event, handleRecord, new BatchProcessor(EventType.SQS), {
    throwOnFullBatchFailure: false,
  });
