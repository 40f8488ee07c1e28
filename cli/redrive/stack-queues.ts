/** Finds a stack's queues and dead-letter queues, and counts their messages. */
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { QueueWithDeadLetters } from '../../lambdas/aws/event-sources/dead-letters.ts';

/**
 * A queue and its dead-letter queue. Their stack outputs are named `<Name>Queue` and `<Name>DeadLetters`.
 */
export interface QueuePair extends QueueWithDeadLetters {
  readonly name: string;
}

/** Returns a stack's queues under the names that operators use, for example `deliveries`. */
export function queuesIn(outputs: Readonly<Record<string, string>>): QueuePair[] {
  return Object.entries(outputs).flatMap(([output, deadLettersUrl]) => {
    const name = /^(\w+)DeadLetters$/.exec(output)?.[1];
    const queueUrl = name && outputs[`${name}Queue`];
    return queueUrl ? [{ name: name.toLowerCase(), queueUrl, deadLettersUrl }] : [];
  });
}

/** Returns the approximate number of messages in a queue. */
export async function countOf(sqs: SQSClient, queueUrl: string): Promise<number> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
  );
  return Number(Attributes?.['ApproximateNumberOfMessages'] ?? 0);
}
