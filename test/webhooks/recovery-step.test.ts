/**
 * Tests that a recovery always ends. Lambda doesn't stop its function, because recursive loop detection is
 * turned off for it.
 */
import { SERVICE_ACTOR } from '../../lambdas/core/caller.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newFormId, newSubmissionId, newWebhookId } from '../../lambdas/core/ids.ts';
import { failWithoutAttempt } from '../../lambdas/webhooks/delivery/delivery-state.ts';
import { newDelivery, type Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { newRecovery } from '../../lambdas/webhooks/recovery/recovery.ts';
import { runRecoveryStep, type RecoveryMessage } from '../../lambdas/webhooks/recovery/recovery-step.ts';

it('takes one step per 50 deliveries, even if all fail again immediately and others keep failing', async () => {
  let now = Date.UTC(2026, 10, 1);
  const formId = newFormId(systemRandom);
  const webhook_id = newWebhookId(formId, systemRandom);
  const deliveries = new Map<string, Delivery>();
  const failNow = (delivery: Delivery): void => {
    const sent = { ...delivery, attempts: delivery.attempts + 5, automatic_attempts: 5 };
    deliveries.set(delivery.delivery_id, failWithoutAttempt(sent, 'HTTP 503', now));
  };
  const addFailed = (): void =>
    failNow(newDelivery(webhook_id, newSubmissionId(formId, now, systemRandom), now));
  for (let count = 0; count < 1_000; count += 1) addFailed();
  const since = now;
  now += 60_000;
  const of = { webhook_id, account_id: 'acc_1', actor: SERVICE_ACTOR };
  let recovery = newRecovery(of, { since, until: now, askedUntil: null }, 1_000, now, systemRandom);

  let steps = 0;
  let message: RecoveryMessage | undefined = { recovery_id: recovery.recovery_id, step: 0 };
  while (message !== undefined && steps < 1_000) {
    message = await runRecoveryStep(message, {
      now: () => now,
      find: () => Promise.resolve(recovery),
      replace: (_, after) => Promise.resolve((recovery = after)),
      stopReasonOf: () => Promise.resolve(undefined),
      failed: (span, after, limit) => {
        const rows = [...deliveries.values()]
          .flatMap(({ delivery_id, failed_at }) =>
            failed_at === undefined ? [] : [{ delivery_id, failed_at }],
          )
          .filter(({ failed_at }) => failed_at >= span.since && failed_at < span.until)
          .toSorted((a, b) => (a.delivery_id < b.delivery_id ? -1 : 1))
          .filter(({ delivery_id }) => after === undefined || delivery_id > after.delivery_id);
        return Promise.resolve({ rows: rows.slice(0, limit), isLast: rows.length <= limit });
      },
      findDelivery: (_, id) => Promise.resolve(deliveries.get(id)),
      replaceDelivery: (_, after) => {
        deliveries.set(after.delivery_id, after);
        return Promise.resolve(after);
      },
      statuses: (ids) => Promise.resolve(new Map(ids.map((id) => [id, 'received' as const]))),
      queue: (ids) => {
        now += 1_000;
        for (const id of ids) failNow(deliveries.get(id)!);
        addFailed();
        return Promise.resolve();
      },
    });
    steps += 1;
  }
  // The last step only counts the deliveries that the previous step sent.
  expect(steps).toBe(21);
  expect(recovery).toMatchObject({ status: 'finished', resent: 1_000, skipped: 0 });
});
