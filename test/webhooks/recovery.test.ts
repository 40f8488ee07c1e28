/**
 * Tests recoveries of failed deliveries on emulators: the steps, and crashes during a step.
 */
import { SERVICE_ACTOR } from '../../lambdas/core/caller.ts';
import type { SigningWebhook } from '../../lambdas/webhooks/webhook.ts';
import { newSubmissionId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { failWithoutAttempt } from '../../lambdas/webhooks/delivery/delivery-state.ts';
import { newDelivery, newTestDelivery, type Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import {
  BATCH,
  runRecoveryStep,
  type RecoveryDeps,
  type RecoveryMessage,
} from '../../lambdas/webhooks/recovery/recovery-step.ts';
import { recoveryStore } from '../../lambdas/webhooks/recovery/recovery-store.ts';
import { newRecovery, toRecoveryView, type Recovery } from '../../lambdas/webhooks/recovery/recovery.ts';
import { resumeRecoveries } from '../../lambdas/webhooks/recovery/resume-recoveries.ts';
import { deliverAll, recoverAll, recoveryDeps } from './recovery-fixture.ts';
import { startDeliveryChain, type DeliveryChain } from '../support/emulators/delivery-chain.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

let chain: DeliveryChain;
let receiver: Receiver;
let recoveries: ReturnType<typeof recoveryStore>;

beforeAll(async () => {
  chain = await startDeliveryChain();
  recoveries = recoveryStore(chain.stores.db, chain.stores.tables.recoveries);
});
afterAll(() => chain.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await deliverAll(chain);
  await receiver.stop();
});

/**
 * Creates a webhook with failed deliveries of its form's submissions. `failedAt` lists when the deliveries
 * failed, in milliseconds since the epoch.
 */
async function webhookWithFailed(
  ...failedAt: readonly number[]
): Promise<{ webhook: SigningWebhook; failed: Delivery[] }> {
  const webhook = await chain.newWebhook(receiver.url);
  const failed: Delivery[] = [];
  for (const at of failedAt) {
    const submission = await chain.newSubmission(webhook.owner_id);
    const made = newDelivery(webhook.webhook_id, submission.submission_id, at - MINUTE);
    failed.push({ ...failWithoutAttempt(made, 'HTTP 503', at), attempts: 5, automatic_attempts: 5 });
  }
  await Promise.all(failed.map(chain.deliveries.create));
  return { webhook, failed };
}

const deps = (given: Partial<RecoveryDeps> = {}): RecoveryDeps => ({ ...recoveryDeps(chain), ...given });
const work = (first: RecoveryMessage, given = deps()): Promise<number> => recoverAll(chain, first, given);

async function started(
  { webhook_id }: { webhook_id: string },
  since: number,
  until = Date.now(),
  deliveries = 0,
): Promise<{ recovery: Recovery; message: RecoveryMessage }> {
  const of = { webhook_id, account_id: 'acc_1', actor: SERVICE_ACTOR };
  const recovery = newRecovery(of, { since, until, askedUntil: null }, deliveries, Date.now(), systemRandom);
  expect(await recoveries.create(recovery)).toBeUndefined();
  return { recovery, message: { recovery_id: recovery.recovery_id, step: 0 } };
}

async function markAsSpam({ owner_id }: SigningWebhook, { submission_id }: Delivery): Promise<void> {
  const found = (await chain.deps.findSubmission(owner_id, submission_id!))!;
  await chain.put({ ...found, status: 'spam' });
}

const received = (): string[] =>
  receiver.received.map(({ headers }) => String(headers['x-svc-delivery'])).toSorted();
const idsOf = (some: readonly Delivery[]): string[] => some.map(({ delivery_id }) => delivery_id).toSorted();
const progress = async (id: string) => {
  const { status, deliveries, sent, skipped, skipped_reasons, reason } = toRecoveryView(
    (await recoveries.find(id))!,
  );
  return {
    status,
    deliveries,
    sent,
    skipped,
    ...(reason && { reason }),
    ...(skipped > 0 && { skipped_reasons }),
  };
};

describe('a recovery', () => {
  it('resends only the failed deliveries in its time range and resends each only once', async () => {
    const now = Date.now();
    const { webhook, failed } = await webhookWithFailed(
      now - 60 * MINUTE,
      now - 30 * MINUTE,
      now - 29 * MINUTE,
      now - 10 * MINUTE,
    );
    const ping = failWithoutAttempt(
      newTestDelivery(webhook.webhook_id, now - 29 * MINUTE, systemRandom),
      'x',
      now - 29 * MINUTE,
    );
    await chain.deliveries.create(ping);
    // From `since` (inclusive) until `until` (exclusive).
    const { message } = await started(webhook, now - 30 * MINUTE, now - 10 * MINUTE);
    await work(message);
    expect(received()).toEqual(idsOf(failed.slice(1, 3)));
    expect(await progress(message.recovery_id)).toEqual({
      status: 'finished',
      deliveries: 2,
      sent: 2,
      skipped: 0,
    });
    expect(await chain.deliveries.find(webhook.webhook_id, failed[1]!.delivery_id)).toMatchObject({
      status: 'succeeded',
      attempts: 6,
    });
    expect(await work(message)).toBe(1);
    expect(receiver.received).toHaveLength(2);
  });

  it("gives each delivery all scheduled attempts but doesn't resend it if it fails again", async () => {
    await receiver.stop();
    receiver = await startReceiver(() => 503);
    const { webhook, failed } = await webhookWithFailed(Date.now() - MINUTE);
    const { message } = await started(webhook, Date.now() - DAY);
    await work(message);
    const stored = await chain.deliveries.find(webhook.webhook_id, failed[0]!.delivery_id);
    expect(stored).toMatchObject({ status: 'retrying', attempts: 6, automatic_attempts: 1 });
    // The new retry execution waits for this attempt. The delivery's earlier executions waited for other
    // times.
    expect(chain.ladders.at(-1)).toMatchObject({
      first: { delivery_id: failed[0]!.delivery_id, next_attempt_at: stored?.next_attempt_at },
    });
  });

  it('skips deliveries that were replayed, deleted, or recovered in the meantime', async () => {
    const { webhook, failed } = await webhookWithFailed(...[1, 2, 3].map((n) => Date.now() - n * MINUTE));
    const { message } = await started(webhook, Date.now() - DAY);
    const chosen = deps({
      // Simulates a race: changes the first delivery after the recovery selects it but before it recovers it.
      failed: async (...given) => {
        const page = await deps().failed(...given);
        const first = (await chain.deliveries.find(webhook.webhook_id, failed[0]!.delivery_id))!;
        await chain.deliveries.replace(first, { ...first, status: 'succeeded', failed_at: undefined });
        return page;
      },
    });
    await work(message, chosen);
    expect(received()).toEqual(idsOf(failed.slice(1)));
    expect(await progress(message.recovery_id)).toEqual({
      status: 'finished',
      deliveries: 3,
      sent: 2,
      skipped: 1,
      skipped_reasons: { spam: 0, deleted: 0, succeeded: 1 },
    });
  });

  it('runs in steps of limited size and waits while the queue has a backlog', async () => {
    const at = Date.now() - MINUTE;
    const webhook = await chain.newWebhook(receiver.url);
    const failed = Array.from({ length: 3 * BATCH + 1 }, () =>
      failWithoutAttempt(
        newDelivery(webhook.webhook_id, newSubmissionId(webhook.owner_id, at, systemRandom), at),
        'x',
        at,
      ),
    );
    await Promise.all(failed.map(chain.deliveries.create));
    const { message } = await started(webhook, at - MINUTE);
    const queued: string[][] = [];
    const behind = deps({
      queue: (ids) => Promise.resolve(void queued.push([...ids])),
      statuses: (ids) => Promise.resolve(new Map(ids.map((id) => [id, 'received' as const]))),
    });
    let next: RecoveryMessage | undefined = message;
    const step = async () => (next = await runRecoveryStep(next!, behind));
    const sendAll = async () => {
      for (const id of queued.flat()) {
        const stored = (await chain.deliveries.find(webhook.webhook_id, id))!;
        if (stored.automatic_attempts > 0) continue;
        await chain.deliveries.replace(stored, { ...stored, automatic_attempts: 1 });
      }
    };
    for (let steps = 0; steps < 4; steps += 1) await step();
    expect(queued.map((ids) => ids.length)).toEqual([BATCH, BATCH]);
    expect(await progress(message.recovery_id)).toMatchObject({ status: 'running', sent: 0 });
    await sendAll();
    await step();
    expect(await progress(message.recovery_id)).toMatchObject({ status: 'running', sent: 2 * BATCH });
    await step();
    await step();
    expect(await progress(message.recovery_id)).toMatchObject({ status: 'running', sent: 2 * BATCH });
    await sendAll();
    await step();
    expect(next).toBeUndefined();
    expect(queued.map((ids) => ids.length)).toEqual([BATCH, BATCH, BATCH, 1]);
    expect(queued.flat().toSorted()).toEqual(idsOf(failed));
    expect(await progress(message.recovery_id)).toMatchObject({ status: 'finished', sent: failed.length });
  });

  it('counts as sent only what was actually sent and gives the reason for the rest', async () => {
    const { webhook, failed } = await webhookWithFailed(
      ...[1, 2, 3, 4, 5].map((n) => Date.now() - n * MINUTE),
    );
    const [spam, deleted, lateSpam, disabled] = failed as [Delivery, Delivery, Delivery, Delivery];
    await markAsSpam(webhook, spam);
    await chain.removeSubmission({ form_id: webhook.owner_id, submission_id: deleted.submission_id! });
    const { message } = await started(webhook, Date.now() - DAY);
    let next = await runRecoveryStep(message, deps());
    // The submission becomes spam after its delivery was queued. Another delivery gives up because the
    // webhook is briefly disabled.
    await markAsSpam(webhook, lateSpam);
    const opened = (await chain.deliveries.find(webhook.webhook_id, disabled.delivery_id))!;
    await chain.deliveries.replace(
      opened,
      failWithoutAttempt(opened, 'the webhook was disabled', Date.now()),
    );
    await deliverAll(chain);
    for (; next; next = await runRecoveryStep(next, deps())) await deliverAll(chain);
    expect(received()).toEqual(idsOf(failed.slice(3)));
    expect(await progress(message.recovery_id)).toEqual({
      status: 'finished',
      deliveries: 5,
      sent: 2,
      skipped: 3,
      skipped_reasons: { spam: 2, deleted: 1, succeeded: 0 },
    });
  });

  it.each(['webhook-deleted', 'webhook-disabled', 'account-suspended'] as const)(
    'stops with the reason %s and sends no more deliveries',
    async (reason) => {
      const { webhook } = await webhookWithFailed(Date.now() - MINUTE);
      const { message } = await started(webhook, Date.now() - DAY);
      await work(message, deps({ stopReasonOf: () => Promise.resolve(reason) }));
      expect(await progress(message.recovery_id)).toMatchObject({ status: 'stopped', reason, sent: 0 });
      expect(receiver.received).toHaveLength(0);
      // After a recovery has stopped, another one can start.
      await started(webhook, Date.now() - DAY);
    },
  );

  it('counts only the deliveries that it has sent or skipped if it is stopped', async () => {
    const now = Date.now();
    const { webhook, failed } = await webhookWithFailed(now - 3000, now - 2000, now - 1000);
    await markAsSpam(webhook, failed[1]!);
    const { message } = await started(webhook, now - DAY, now, 5);
    const next = await runRecoveryStep(message, deps());
    expect(await progress(message.recovery_id)).toMatchObject({ status: 'running', deliveries: 5 });
    await deliverAll(chain);
    await work(next!, deps({ stopReasonOf: () => Promise.resolve('webhook-disabled') }));
    expect(await progress(message.recovery_id)).toEqual({
      status: 'stopped',
      reason: 'webhook-disabled',
      deliveries: 3,
      sent: 2,
      skipped: 1,
      skipped_reasons: { spam: 1, deleted: 0, succeeded: 0 },
    });
  });

  it('notices if its webhook is deleted or disabled or if its account is suspended', async () => {
    const { recoveryObstacle } = await import('../../lambdas/webhooks/recovery/run-recovery.ts');
    const { webhook } = await webhookWithFailed();
    const { recovery } = await started(webhook, Date.now() - DAY);
    const isSuspended = (id: string) => Promise.resolve(chain.suspended.has(id));
    const obstacle = () => recoveryObstacle({ findWebhook: chain.webhooks.find, isSuspended })(recovery);
    expect(await obstacle()).toBeUndefined();
    await chain.webhooks.change(webhook.owner_id, webhook.webhook_id, { enabled: false }, Date.now());
    expect(await obstacle()).toBe('webhook-disabled');
    chain.suspended.add('acc_1');
    expect(await obstacle()).toBe('account-suspended');
    chain.suspended.clear();
    await chain.webhooks.delete(webhook.owner_id, webhook.webhook_id);
    expect(await obstacle()).toBe('webhook-deleted');
  });
});

describe('a recovery step that crashes', () => {
  it('is repeated from wherever it crashed and resends each failed delivery only once', async () => {
    for (let dying = 0; ; dying += 1) {
      const { webhook, failed } = await webhookWithFailed(...[1, 2, 3].map((n) => Date.now() - n * MINUTE));
      const { message } = await started(webhook, Date.now() - DAY);
      const before = receiver.received.length;
      const seen = { calls: 0, died: false };
      const die = <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) => {
        return async (...args: Args): Promise<Result> => {
          if (seen.died) throw new Error('dead');
          const result = await act(...args);
          // Simulates a call that succeeds just before the function crashes.
          if (seen.calls++ !== dying) return result;
          seen.died = true;
          throw new Error('died');
        };
      };
      const real = deps();
      const mortal = deps({
        find: die(real.find),
        replace: die(real.replace),
        stopReasonOf: die(real.stopReasonOf),
        failed: die(real.failed),
        findDelivery: die(real.findDelivery),
        replaceDelivery: die(real.replaceDelivery),
        queue: die(real.queue),
      });
      await runRecoveryStep(message, mortal).catch(() => undefined);
      // Messages queued before the crash are delivered. Then the sweeper requests the step at which the
      // recovery stopped.
      await deliverAll(chain);
      const { step } = (await recoveries.find(message.recovery_id))!;
      await work({ ...message, step });
      const opened = await Promise.all(
        failed.map(({ delivery_id }) => chain.deliveries.find(webhook.webhook_id, delivery_id)),
      );
      expect(opened.map((each) => each?.status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
      const ours = receiver.received.slice(before).map(({ headers }) => String(headers['x-svc-delivery']));
      expect(ours.toSorted()).toEqual(idsOf(failed));
      expect(await progress(message.recovery_id)).toEqual({
        status: 'finished',
        deliveries: 3,
        sent: 3,
        skipped: 0,
      });
      if (!seen.died) break;
    }
  }, 60_000);

  it("doesn't resend deliveries that were already resent and failed again", async () => {
    const { webhook, failed } = await webhookWithFailed(Date.now() - MINUTE);
    const { message } = await started(webhook, Date.now() - DAY);
    const dies = deps({ queue: () => Promise.reject(new Error('died')) });
    await expect(runRecoveryStep(message, dies)).rejects.toThrow('died');
    const opened = (await chain.deliveries.find(webhook.webhook_id, failed[0]!.delivery_id))!;
    expect(opened.status).toBe('retrying');
    const sent = { ...opened, automatic_attempts: 5 };
    await chain.deliveries.replace(opened, failWithoutAttempt(sent, 'HTTP 503', Date.now()));
    await work(message);
    expect(receiver.received).toHaveLength(0);
    expect(await progress(message.recovery_id)).toEqual({
      status: 'finished',
      deliveries: 1,
      sent: 1,
      skipped: 0,
    });
  });

  it('does nothing twice if its message is repeated, even at the same time', async () => {
    const { webhook, failed } = await webhookWithFailed(...[1, 2, 3].map((n) => Date.now() - n * MINUTE));
    const { message } = await started(webhook, Date.now() - DAY);
    const next = await Promise.all(Array.from({ length: 4 }, () => runRecoveryStep(message, deps())));
    for (const each of next) if (each) await work(each);
    await deliverAll(chain);
    expect(received()).toEqual(idsOf(failed));
    expect(await progress(message.recovery_id)).toEqual({
      status: 'finished',
      deliveries: 3,
      sent: 3,
      skipped: 0,
    });
  });

  it('is found by the sweeper if its message is lost and is dropped if its recovery no longer exists', async () => {
    const { webhook } = await webhookWithFailed(Date.now() - MINUTE);
    const { recovery } = await started(webhook, Date.now() - DAY);
    const { webhook: other } = await webhookWithFailed();
    await started(other, Date.now() - DAY);
    const sent: RecoveryMessage[] = [];
    const queue = { send: (message: RecoveryMessage) => Promise.resolve(void sent.push(message)) };
    const ours = () => sent.filter(({ recovery_id }) => recovery_id === recovery.recovery_id);
    await resumeRecoveries({ now: Date.now, recoveries, queue })();
    expect(sent).toEqual([]);
    await resumeRecoveries({ now: () => Date.now() + 11 * MINUTE, recoveries, queue })();
    expect(ours()).toEqual([{ recovery_id: recovery.recovery_id, step: 0 }]);
    await work(ours()[0]!);
    sent.length = 0;
    await resumeRecoveries({ now: () => Date.now() + 11 * MINUTE, recoveries, queue })();
    expect(ours()).toEqual([]);
  });
});
