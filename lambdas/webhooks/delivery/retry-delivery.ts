/** One rung of the retry ladder: makes the attempt that is due and tells the ladder when the next one is. */
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { retryInput, type RetryInput } from './retry-ladder-client.ts';
import { runNextAttempt, type AttemptDeps, type DeliveryConfig } from './attempt.ts';
import { deliveryDeps } from './delivery-deps.ts';

/** The ladder goes on until `done`. */
export type RetryResult = RetryInput & { readonly done: boolean };

/** Makes the attempt of this rung; asked twice, it is made once. */
export function retryDelivery({ ports, rules }: { ports: AttemptDeps; rules: DeliveryConfig }) {
  return async (input: unknown): Promise<RetryResult> => {
    const { delivery_id, next_attempt_at } = retryInput.parse(input);
    const standing = await runNextAttempt(delivery_id, ports, rules);
    if (standing.state === 'ended') return { delivery_id, next_attempt_at, done: true };
    return { delivery_id, next_attempt_at: standing.at, done: false };
  };
}

export const handler = retryDelivery(deliveryDeps(documentClient()));
