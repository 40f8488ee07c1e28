/** Runs recoveries on a delivery chain, step by step. */
import { failedDeliveryStore } from '../../lambdas/webhooks/recovery/failed-delivery-store.ts';
import {
  runRecoveryStep,
  type RecoveryDeps,
  type RecoveryMessage,
} from '../../lambdas/webhooks/recovery/recovery-step.ts';
import { recoveryStore } from '../../lambdas/webhooks/recovery/recovery-store.ts';
import { submissionStatusStore } from '../../lambdas/webhooks/recovery/submission-status-store.ts';
import type { DeliveryChain } from '../support/emulators/delivery-chain.ts';

/** Returns the dependencies of a recovery step. Its webhook can always receive deliveries. */
export function recoveryDeps({ stores, deliveries, queue }: DeliveryChain): RecoveryDeps {
  const { db, tables } = stores;
  const { find, replace } = recoveryStore(db, tables.recoveries);
  return {
    now: Date.now,
    find,
    replace,
    stopReasonOf: () => Promise.resolve(undefined),
    failed: failedDeliveryStore(db, tables.deliveries).page,
    findDelivery: deliveries.find,
    replaceDelivery: deliveries.replace,
    statuses: submissionStatusStore(db, tables.submissions).statuses,
    queue: queue.add,
  };
}

/**
 * Runs steps until the recovery is done, and delivers the messages that the steps queue. Returns the number
 * of steps.
 */
export async function recoverAll(
  chain: DeliveryChain,
  first: RecoveryMessage,
  deps = recoveryDeps(chain),
): Promise<number> {
  let steps = 0;
  for (let message: RecoveryMessage | undefined = first; message; steps += 1) {
    message = await runRecoveryStep(message, deps);
    await deliverAll(chain);
  }
  return steps;
}

/** Delivers all visible messages in the delivery queue. */
export async function deliverAll(chain: DeliveryChain): Promise<void> {
  for (let left = await chain.receive(); left.length > 0; left = await chain.receive())
    await chain.deliver(left);
}
