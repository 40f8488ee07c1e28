/**
 * Handles one step of the retry ladder, the Step Functions state machine that waits between attempts: makes the
 * attempt that is due and tells the ladder when the next one is.
 */
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { retryInput, type RetryInput } from './retry-ladder-client.ts';
import { runNextAttempt, type DeliveryDeps } from './run-delivery.ts';
import type { DeliveryConfig } from './record-outcome.ts';
import { deliveryDeps } from './delivery-deps.ts';

/** The input of the ladder's next step; the ladder ends when `done`. */
export type RetryResult = RetryInput & { readonly done: boolean };

/** Makes the attempt of this step. Called twice, it makes it once. */
export function retryDelivery({ deps, config }: { deps: DeliveryDeps; config: DeliveryConfig }) {
  return async (input: unknown): Promise<RetryResult> => {
    const { delivery_id, next_attempt_at } = retryInput.parse(input);
    const progress = await runNextAttempt(delivery_id, deps, config);
    if (progress.kind === 'finished') return { delivery_id, next_attempt_at, done: true };
    return { delivery_id, next_attempt_at: progress.until, done: false };
  };
}

export const handler = retryDelivery(deliveryDeps(documentClient()));
