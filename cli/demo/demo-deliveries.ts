/** Creates past deliveries for the demo account. */
import { timestamp } from '../../lambdas/core/clock.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';
import { failureSentences } from '../../lambdas/webhooks/delivery/failure-codes.ts';
import { cancelCheck } from '../../lambdas/webhooks/delivery/overdue-index.ts';
import { newDelivery, type Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';

/** Returns a delivery that its endpoint accepted on the first attempt. */
export function delivered(webhookId: string, submission: Submission): Delivery {
  return ended(webhookId, submission, 'succeeded', [
    { after: 300, status_code: 200, error: null, response_excerpt: '{"ok":true}' },
  ]);
}

/** Returns a delivery that failed after five attempts. */
export function undelivered(webhookId: string, submission: Submission): Delivery {
  const waits = [0, 1, 11, 71, 671];
  return ended(
    webhookId,
    submission,
    'failed',
    waits.map((seconds) => ({
      after: seconds * 1000,
      status_code: 0,
      error: failureSentences['connection-refused'],
      response_excerpt: null,
    })),
  );
}

function ended(
  webhookId: string,
  { submission_id, received_at }: Submission,
  status: 'succeeded' | 'failed',
  attempts: readonly {
    after: number;
    status_code: number;
    error: string | null;
    response_excerpt: string | null;
  }[],
): Delivery {
  const received = Date.parse(received_at);
  const log = attempts.map(({ after, ...outcome }, index) => ({
    attempt: index + 1,
    at: timestamp(received + after),
    duration_ms: 40 + ((index * 37 + (received % 83)) % 120),
    ...outcome,
  }));
  const last = log.at(-1);
  return {
    ...cancelCheck(newDelivery(webhookId, submission_id, received)),
    status,
    attempts: log.length,
    automatic_attempts: log.length,
    last_status_code: last?.status_code ?? null,
    last_error: last?.error ?? null,
    next_attempt_at: null,
    updated_at: last?.at ?? received_at,
    // Set this attribute on failed deliveries, because recoveries use it to find them.
    ...(status === 'failed' && { failed_at: last?.at ?? received_at }),
    log,
  };
}

/** Returns the delivery as it was before its first attempt. */
export const started = (delivery: Delivery): Delivery => ({
  ...delivery,
  status: 'pending',
  attempts: 0,
  automatic_attempts: 0,
  log: [],
});
