/**
 * Tests recoveries of failed deliveries on emulators: the operations, the steps, and crashes during a step.
 */
import type { SigningWebhook } from '../../lambdas/webhooks/webhook.ts';
import { newFormId, newSubmissionId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { failWithoutAttempt } from '../../lambdas/webhooks/delivery/delivery-state.ts';
import { newDelivery, newTestDelivery, type Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { failedDeliveryStore } from '../../lambdas/webhooks/recovery/failed-delivery-store.ts';
import {
  BATCH,
  runRecoveryStep,
  type RecoveryDeps,
  type RecoveryMessage,
} from '../../lambdas/webhooks/recovery/recovery-step.ts';
import { recoveryStore } from '../../lambdas/webhooks/recovery/recovery-store.ts';
import { newRecovery, type Recovery } from '../../lambdas/webhooks/recovery/recovery.ts';
import { resumeRecoveries } from '../../lambdas/webhooks/recovery/resume-recoveries.ts';
import { startDeliveryChain, type DeliveryChain } from '../support/emulators/delivery-chain.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { handlersOn } from '../support/service/handlers.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

let chain: DeliveryChain;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let receiver: Receiver;
let recoveries: ReturnType<typeof recoveryStore>;

beforeAll(async () => {
  chain = await startDeliveryChain();
  call = handlersOn(chain.stores, {
    ALLOW_HTTP_WEBHOOKS: 'true',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    AWS_ENDPOINT_URL_SQS: chain.endpoints.sqs,
    RECOVERIES_QUEUE_URL: chain.outputs['RecoveriesQueue'] ?? '',
  });
  recoveries = recoveryStore(chain.stores.db, chain.stores.tables.recoveries);
});
afterAll(() => chain.stop());
beforeEach(async () => {
  receiver = await startReceiver();
  account = await newAccount(chain.stores);
});
afterEach(async () => {
  for (let left = await chain.receive(); left.length > 0; left = await chain.receive())
    await chain.deliver(left);
  await receiver.stop();
});

const iso = (at: number): string => new Date(at).toISOString();

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

const deps = (given: Partial<RecoveryDeps> = {}): RecoveryDeps => ({
  now: Date.now,
  find: recoveries.find,
  replace: recoveries.replace,
  stopReasonOf: () => Promise.resolve(undefined),
  failed: failedDeliveryStore(chain.stores.db, chain.stores.tables.deliveries).page,
  findDelivery: chain.deliveries.find,
  replaceDelivery: chain.deliveries.replace,
  queue: chain.queue.add,
  ...given,
});

async function started(
  { webhook_id }: { webhook_id: string },
  since: number,
  until = Date.now(),
): Promise<{ recovery: Recovery; message: RecoveryMessage }> {
  const of = { webhook_id, account_id: 'acc_1' };
  const recovery = newRecovery(of, { since, until, askedUntil: null }, 0, Date.now(), systemRandom);
  expect(await recoveries.create(recovery)).toBeUndefined();
  return { recovery, message: { recovery_id: recovery.recovery_id, step: 0 } };
}

/**
 * Runs steps until the recovery is done, and delivers the messages that the steps queue. Returns the number
 * of steps.
 */
async function work(first: RecoveryMessage, given = deps()): Promise<number> {
  let steps = 0;
  for (let message: RecoveryMessage | undefined = first; message; steps += 1) {
    message = await runRecoveryStep(message, given);
    await deliverAll();
  }
  return steps;
}

async function deliverAll(): Promise<void> {
  for (let left = await chain.receive(); left.length > 0; left = await chain.receive())
    await chain.deliver(left);
}

const received = (): string[] =>
  receiver.received.map(({ headers }) => String(headers['x-svc-delivery'])).toSorted();
const idsOf = (some: readonly Delivery[]): string[] => some.map(({ delivery_id }) => delivery_id).toSorted();
const progress = async (id: string) => {
  const { status, deliveries, resent, skipped, reason } = (await recoveries.find(id))!;
  return { status, deliveries, resent, skipped, ...(reason && { reason }) };
};

describe('a recovery', () => {
  it('resends only the failed deliveries in its time range, each once', async () => {
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
      resent: 2,
      skipped: 0,
    });
    expect(await chain.deliveries.find(webhook.webhook_id, failed[1]!.delivery_id)).toMatchObject({
      status: 'succeeded',
      attempts: 6,
    });
    expect(await work(message)).toBe(1);
    expect(receiver.received).toHaveLength(2);
  });

  it('gives each delivery all scheduled attempts, but does not resend deliveries that fail again', async () => {
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

  it('skips deliveries that were replayed, deleted or recovered in the meantime', async () => {
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
      resent: 2,
      skipped: 1,
    });
  });

  it('runs in steps of limited size', async () => {
    const at = Date.now() - MINUTE;
    const webhook = await chain.newWebhook(receiver.url);
    const failed = Array.from({ length: 2 * BATCH + 1 }, () =>
      failWithoutAttempt(
        newDelivery(webhook.webhook_id, newSubmissionId(webhook.owner_id, at, systemRandom), at),
        'x',
        at,
      ),
    );
    await Promise.all(failed.map(chain.deliveries.create));
    const { message } = await started(webhook, at - MINUTE);
    const queued: string[][] = [];
    const queue = (ids: readonly string[]) => Promise.resolve(void queued.push([...ids]));
    expect(await work(message, deps({ queue }))).toBe(3);
    expect(queued.map((ids) => ids.length)).toEqual([BATCH, BATCH, 1]);
    expect(queued.flat().toSorted()).toEqual(idsOf(failed));
  });

  it.each(['webhook-deleted', 'webhook-disabled', 'account-suspended'] as const)(
    'stops with the reason %s, and sends no more deliveries',
    async (reason) => {
      const { webhook } = await webhookWithFailed(Date.now() - MINUTE);
      const { message } = await started(webhook, Date.now() - DAY);
      await work(message, deps({ stopReasonOf: () => Promise.resolve(reason) }));
      expect(await progress(message.recovery_id)).toMatchObject({ status: 'stopped', reason, resent: 0 });
      expect(receiver.received).toHaveLength(0);
      // After a recovery has stopped, another one can start.
      await started(webhook, Date.now() - DAY);
    },
  );

  it('detects that its webhook is deleted or disabled, or that its account is suspended', async () => {
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
  it('is repeated wherever it crashed, and resends each failed delivery once', async () => {
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
      // Messages queued before the crash are delivered. After its visibility timeout, the message for the
      // recovery step is redelivered.
      await deliverAll();
      await work(message);
      const opened = await Promise.all(
        failed.map(({ delivery_id }) => chain.deliveries.find(webhook.webhook_id, delivery_id)),
      );
      expect(opened.map((each) => each?.status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
      const ours = receiver.received.slice(before).map(({ headers }) => String(headers['x-svc-delivery']));
      expect(ours.toSorted()).toEqual(idsOf(failed));
      expect(await progress(message.recovery_id)).toEqual({
        status: 'finished',
        deliveries: 3,
        resent: 3,
        skipped: 0,
      });
      if (!seen.died) break;
    }
  }, 60_000);

  it('does not resend what was already resent and failed again', async () => {
    const { webhook, failed } = await webhookWithFailed(Date.now() - MINUTE);
    const { message } = await started(webhook, Date.now() - DAY);
    const dies = deps({ queue: () => Promise.reject(new Error('died')) });
    await expect(runRecoveryStep(message, dies)).rejects.toThrow('died');
    const opened = (await chain.deliveries.find(webhook.webhook_id, failed[0]!.delivery_id))!;
    expect(opened.status).toBe('retrying');
    await chain.deliveries.replace(opened, failWithoutAttempt(opened, 'HTTP 503', Date.now()));
    await work(message);
    expect(receiver.received).toHaveLength(0);
    expect(await progress(message.recovery_id)).toEqual({
      status: 'finished',
      deliveries: 1,
      resent: 1,
      skipped: 0,
    });
  });

  it('does nothing twice if its message is repeated, even at the same time', async () => {
    const { webhook, failed } = await webhookWithFailed(...[1, 2, 3].map((n) => Date.now() - n * MINUTE));
    const { message } = await started(webhook, Date.now() - DAY);
    const next = await Promise.all(Array.from({ length: 4 }, () => runRecoveryStep(message, deps())));
    for (const each of next) if (each) await work(each);
    await deliverAll();
    expect(received()).toEqual(idsOf(failed));
    expect(await progress(message.recovery_id)).toEqual({
      status: 'finished',
      deliveries: 3,
      resent: 3,
      skipped: 0,
    });
  });

  it('is found by the sweeper if its message is lost, and is dropped if its recovery no longer exists', async () => {
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

describe('POST /v1/webhooks/:id/recover', () => {
  let webhook: { id: string };
  const at = (id: string, body?: unknown) => ({
    key: account.key,
    path: { id },
    ...(body !== undefined && { body }),
  });
  const recover = (body: Record<string, unknown>) => call('recoverWebhook', at(webhook.id, body));
  beforeEach(async () => {
    const form = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
    webhook = (await call('createWebhook', at(form.id, { url: receiver.url }))).body;
    const made = Array.from({ length: 3 }, () =>
      newDelivery(webhook.id, newSubmissionId(form.id, Date.now(), systemRandom), Date.now()),
    );
    await Promise.all(
      made.map((of) => chain.deliveries.create(failWithoutAttempt(of, 'HTTP 503', Date.now() - 5 * MINUTE))),
    );
  });

  it('returns the number of deliveries that it resends, and can be read again later', async () => {
    const since = iso(Date.now() - 60 * MINUTE);
    const { status, body } = await recover({ since });
    expect({ status, body }).toEqual({
      status: 202,
      body: { recovery_id: expect.stringMatching(/^rec_/), deliveries: 3 },
    });
    const shown = (await call('getRecovery', at(body.recovery_id))).body;
    expect(shown).toEqual({
      id: body.recovery_id,
      webhook_id: webhook.id,
      since,
      until: expect.any(String),
      status: 'running',
      reason: null,
      deliveries: 3,
      resent: 0,
      skipped: 0,
      created_at: expect.any(String),
      finished_at: null,
    });
    expect((await call('listRecoveries', at(webhook.id))).body).toEqual({ data: [shown], next_cursor: null });
    await work({ recovery_id: body.recovery_id, step: 0 }, deps({ queue: () => Promise.resolve() }));
    expect((await call('getRecovery', at(body.recovery_id))).body).toMatchObject({
      status: 'finished',
      resent: 3,
      finished_at: expect.any(String),
    });
  });

  it('returns the running recovery for a repeated request, and refuses a different one', async () => {
    const since = iso(Date.now() - 60 * MINUTE);
    const answers = await Promise.all(Array.from({ length: 5 }, () => recover({ since })));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.recovery_id)).size).toBe(1);
    const { recovery_id } = answers[0]!.body;
    for (const other of [{ since: iso(Date.now() - MINUTE) }, { since, until: iso(Date.now()) }]) {
      expect(await recover(other)).toMatchObject({ status: 409, body: { recovery_id } });
    }
    await work({ recovery_id, step: 0 }, deps({ queue: () => Promise.resolve() }));
    const again = await recover({ since });
    expect(again).toMatchObject({ status: 202, body: { deliveries: 0 } });
    expect(again.body.recovery_id).not.toBe(recovery_id);
  });

  it('uses the current time if the end is missing or in the future', async () => {
    const since = iso(Date.now() - MINUTE);
    const { body } = await recover({ since, until: iso(Date.now() + DAY) });
    const { until, created_at } = (await call('getRecovery', at(body.recovery_id))).body;
    expect(until).toBe(created_at);
  });

  it.each([
    ['no since', {}, 'since'],
    ['an invalid since', { since: 'yesterday' }, 'since'],
    ['a since more than 30 days ago', { since: iso(Date.now() - 30 * DAY - MINUTE) }, 'since'],
    ['a since in the future', { since: iso(Date.now() + DAY) }, 'since'],
    [
      'an until that is before since',
      { since: iso(Date.now() - MINUTE), until: iso(Date.now() - 2 * MINUTE) },
      'until',
    ],
    ['an unknown member', { since: iso(Date.now() - MINUTE), form_id: 'x' }, 'form_id'],
  ])('refuses %s', async (_, body, path) => {
    expect(await recover(body)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
  });

  it('refuses a disabled webhook', async () => {
    await call('updateWebhook', at(webhook.id, { enabled: false }));
    expect(await recover({ since: iso(Date.now() - MINUTE) })).toMatchObject({ status: 409 });
  });

  it('works for an account-wide webhook, and is hidden from other accounts', async () => {
    const all = (await call('createAccountWebhook', { key: account.key, body: { url: receiver.url } })).body;
    const form = newFormId(systemRandom);
    const made = newDelivery(all.id, newSubmissionId(form, Date.now(), systemRandom), Date.now());
    await chain.deliveries.create(failWithoutAttempt(made, 'HTTP 503', Date.now() - MINUTE));
    const since = iso(Date.now() - DAY);
    const { body } = await call('recoverWebhook', at(all.id, { since }));
    expect(body.deliveries).toBe(1);
    expect((await call('getRecovery', at(body.recovery_id))).body.webhook_id).toBe(all.id);
    const { key } = await newAccount(chain.stores);
    const id = all.id;
    expect((await call('recoverWebhook', { key, path: { id }, body: { since } })).status).toBe(404);
    expect((await call('listRecoveries', { key, path: { id } })).status).toBe(404);
    expect((await call('getRecovery', { key, path: { id: body.recovery_id } })).status).toBe(404);
  });

  it("lists a webhook's recoveries, newest first, page by page", async () => {
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { recovery_id } = (await recover({ since: iso(Date.now() - MINUTE) })).body;
      await work({ recovery_id, step: 0 });
      made.unshift(recovery_id);
    }
    const first = (await call('listRecoveries', { ...at(webhook.id), query: { limit: '2' } })).body;
    const cursor = first.next_cursor;
    const second = (await call('listRecoveries', { ...at(webhook.id), query: { limit: '2', cursor } })).body;
    expect([...first.data, ...second.data].map(({ id }: any) => id)).toEqual(made);
    expect(second.next_cursor).toBeNull();
  });
});
