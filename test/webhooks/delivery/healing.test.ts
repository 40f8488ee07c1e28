/** Tests webhooks with `auto_recover` on emulators: probes, failing spans and recoveries by the service. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { HOUR, MINUTE, timestamp } from '../../../lambdas/core/clock.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { newDelivery, type Delivery } from '../../../lambdas/webhooks/delivery/delivery.ts';
import { ping, replay, runNextAttempt } from '../../../lambdas/webhooks/delivery/run-delivery.ts';
import { runProbe } from '../../../lambdas/webhooks/delivery/run-probe.ts';
import { lastFailureOf } from '../../../lambdas/webhooks/endpoint-health/failure-span.ts';
import { failedDeliveryStore } from '../../../lambdas/webhooks/recovery/failed-delivery-store.ts';
import { recoveryStore } from '../../../lambdas/webhooks/recovery/recovery-store.ts';
import { startDueRecovery } from '../../../lambdas/webhooks/recovery/start-due-recovery.ts';
import type { SigningWebhook } from '../../../lambdas/webhooks/webhook.ts';
import { recoverAll } from '../recovery-fixture.ts';
import { chain, receiver, stored } from './delivery-fixture.ts';

const start = Date.now();

async function newHealingWebhook(url: string, auto_recover = true): Promise<SigningWebhook> {
  const { owner_id, webhook_id } = await chain.newWebhook(url);
  await chain.webhooks.change(owner_id, webhook_id, { auto_recover, span: 'keep' }, start);
  return read({ owner_id, webhook_id });
}

const read = async ({ owner_id, webhook_id }: Pick<SigningWebhook, 'owner_id' | 'webhook_id'>) =>
  (await chain.deps.findWebhook(owner_id, webhook_id))!;

/** Makes the only attempt of a new delivery at the given time. */
async function attempt(webhook: SigningWebhook, at: number): Promise<Delivery> {
  const submission = await chain.newSubmission(webhook.owner_id);
  const made = newDelivery(webhook.webhook_id, submission.submission_id, at);
  await chain.deliveries.create(made);
  await runNextAttempt(
    made.delivery_id,
    { ...chain.deps, now: () => at },
    { ...chain.config, maxAttempts: 1 },
  );
  return stored(made.delivery_id);
}

const probeAt = (webhook: SigningWebhook, due: number | undefined, now = due ?? start) =>
  runProbe(webhook.webhook_id, due, { ...chain.deps, now: () => now }, chain.config);

const recoveries = () => recoveryStore(chain.stores.db, chain.stores.tables.recoveries);

/** Starts the due recovery of a webhook and returns all of the webhook's recoveries. */
async function startDue({ owner_id, webhook_id }: SigningWebhook, now = Date.now()) {
  const { findDue, dropDue, createDue, list } = recoveries();
  await startDueRecovery(webhook_id, {
    now: () => now,
    random: systemRandom,
    findDue,
    dropDue,
    createDue,
    isEnabled: async () => (await read({ owner_id, webhook_id })).enabled,
    count: failedDeliveryStore(chain.stores.db, chain.stores.tables.deliveries).count,
    start: () => Promise.resolve(),
  });
  return (await list(webhook_id, 10, undefined)).rows;
}

describe('a failing webhook with auto_recover', () => {
  it('is probed 15 minutes after the failure and recovers automatically', async () => {
    let status = 500;
    const target = await receiver(() => status);
    const webhook = await newHealingWebhook(target.url);
    const first = await attempt(webhook, start);
    await attempt(webhook, start + 1000);
    await attempt(webhook, start + 2000);
    await chain.deliver(await chain.receive());
    const dueAt = start + 15 * MINUTE;
    expect(chain.ladders).toEqual([
      {
        name: `${webhook.webhook_id}-${dueAt}`,
        first: {
          delivery_id: webhook.webhook_id,
          webhook_id: webhook.webhook_id,
          next_attempt_at: timestamp(dueAt),
        },
      },
    ]);

    expect(await probeAt(webhook, dueAt)).toEqual({ kind: 'wait', until: timestamp(start + 30 * MINUTE) });
    expect(await stored(first.delivery_id)).toMatchObject({
      status: 'failed',
      attempts: 2,
      automatic_attempts: 1,
      log: [{ attempt: 1 }, { attempt: 2, probe: true, status_code: 500 }],
    });
    expect(target.received.at(-1)!.headers).toMatchObject({
      'x-svc-delivery': first.delivery_id,
      'x-svc-attempt': '5',
    });

    status = 200;
    expect(await probeAt(webhook, start + 30 * MINUTE)).toEqual({ kind: 'finished' });
    expect(await stored(first.delivery_id)).toMatchObject({ status: 'succeeded', attempts: 3 });
    const healed = await read(webhook);
    expect(healed).not.toHaveProperty('failing_since');
    expect(lastFailureOf(healed, start + HOUR)).toEqual({
      since: timestamp(start),
      until: timestamp(start + 30 * MINUTE),
      deliveries: 3,
    });
    expect(chain.dueRecoveries.filter((id) => id === webhook.webhook_id)).toHaveLength(1);

    const [recovery, ...others] = await startDue(webhook, start + 31 * MINUTE);
    expect(others).toEqual([]);
    expect(recovery).toMatchObject({
      actor: { type: 'service', id: 'service', name: 'Service' },
      since: timestamp(start),
      deliveries: 2,
    });
    await recoverAll(chain, { recovery_id: recovery!.recovery_id, step: 0 });
    expect(await recoveries().find(recovery!.recovery_id)).toMatchObject({
      status: 'finished',
      deliveries: 2,
      resent: 2,
      skipped: 0,
    });
    const ids = target.received.map(({ headers }) => headers['x-svc-delivery']);
    expect(new Set(ids).size).toBe(3);
    expect(await startDue(webhook)).toHaveLength(1);
  });

  it('makes only one probe if its message arrives twice', async () => {
    const target = await receiver(() => 500);
    const webhook = await newHealingWebhook(target.url);
    await attempt(webhook, start);
    const next = { kind: 'wait', until: timestamp(start + 30 * MINUTE) };
    expect(await probeAt(webhook, start + 15 * MINUTE)).toEqual(next);
    expect(await probeAt(webhook, start + 15 * MINUTE)).toEqual(next);
    expect(target.received).toHaveLength(2);
  });

  it('starts only one recovery if two deliveries succeed at the same time', async () => {
    let status = 500;
    const target = await receiver(() => status);
    const webhook = await newHealingWebhook(target.url);
    await attempt(webhook, start);
    status = 200;
    await Promise.all([attempt(webhook, start + HOUR), attempt(webhook, start + HOUR)]);
    expect(await recoveries().findDue(webhook.webhook_id)).toMatchObject({ spans: 1 });
    await Promise.all([startDue(webhook), startDue(webhook).catch(() => [])]);
    expect(await startDue(webhook)).toHaveLength(1);
  });

  it('starts its recovery after another recovery that is still running', async () => {
    let status = 500;
    const target = await receiver(() => status);
    const webhook = await newHealingWebhook(target.url);
    await attempt(webhook, start);
    status = 200;
    await attempt(webhook, start + HOUR);
    const [first] = await startDue(webhook);
    status = 500;
    await attempt(webhook, start + 2 * HOUR);
    status = 200;
    await attempt(webhook, start + 3 * HOUR);
    expect(await startDue(webhook, start + 4 * HOUR)).toHaveLength(1);
    expect(await recoveries().findDue(webhook.webhook_id)).toMatchObject({ spans: 1 });
    await recoverAll(chain, { recovery_id: first!.recovery_id, step: 0 });
    expect(await startDue(webhook, start + 4 * HOUR)).toHaveLength(2);
  });

  it("is not probed while it is disabled, and a test ping doesn't end its failing span", async () => {
    let status = 500;
    const target = await receiver(() => status);
    const webhook = await newHealingWebhook(target.url);
    const { owner_id, webhook_id } = webhook;
    await attempt(webhook, start);
    await chain.webhooks.change(owner_id, webhook_id, { enabled: false, span: 'keep' }, start + 1);
    expect(await probeAt(webhook, start + 15 * MINUTE)).toEqual({ kind: 'finished' });
    status = 200;
    await ping(await read(webhook), { ...chain.deps, random: systemRandom }, chain.config);
    expect(await read(webhook)).toMatchObject({ failing_since: timestamp(start) });
    expect(await recoveries().findDue(webhook_id)).toBeUndefined();
  });

  it('is not probed while its account is suspended', async () => {
    const target = await receiver(() => 500);
    const webhook = await newHealingWebhook(target.url);
    await attempt(webhook, start);
    chain.suspended.add(webhook.account_id);
    try {
      expect(await probeAt(webhook, start + 15 * MINUTE)).toEqual({ kind: 'finished' });
    } finally {
      chain.suspended.delete(webhook.account_id);
    }
    expect(target.received).toHaveLength(1);
  });

  it('probes with the next delivery if the submission of the oldest one has been deleted', async () => {
    const target = await receiver(() => 500);
    const webhook = await newHealingWebhook(target.url);
    const { submission_id } = await attempt(webhook, start);
    const second = await attempt(webhook, start + 1000);
    await chain.removeSubmission({ form_id: webhook.owner_id, submission_id: submission_id! });
    await probeAt(webhook, start + 15 * MINUTE);
    expect(await stored(second.delivery_id)).toMatchObject({ attempts: 2 });
  });

  it('starts a recovery if a replay or a test ping succeeds', async () => {
    for (const succeed of [
      (of: SigningWebhook) => ping(of, { ...chain.deps, random: systemRandom }, chain.config),
      (_: SigningWebhook, failed: Delivery) => replay(failed.delivery_id, chain.deps, chain.config),
    ]) {
      let status = 500;
      const target = await receiver(() => status);
      const webhook = await newHealingWebhook(target.url);
      const failed = await attempt(webhook, start);
      status = 200;
      await succeed(await read(webhook), failed);
      expect(await recoveries().findDue(webhook.webhook_id)).toMatchObject({ since: timestamp(start) });
    }
  });

  it('queues its probe message again after the function failed', async () => {
    const target = await receiver(() => 500);
    const webhook = await newHealingWebhook(target.url);
    const submission = await chain.newSubmission(webhook.owner_id);
    const made = newDelivery(webhook.webhook_id, submission.submission_id, start);
    await chain.deliveries.create(made);
    const config = { ...chain.config, maxAttempts: 1 };
    const queueProbes = (): Promise<never> => Promise.reject(new Error('the queue is away'));
    await expect(runNextAttempt(made.delivery_id, { ...chain.deps, queueProbes }, config)).rejects.toThrow(
      'the queue is away',
    );
    expect(await read(webhook)).toHaveProperty('probe_due');
    const queued: string[] = [];
    await runNextAttempt(
      made.delivery_id,
      { ...chain.deps, queueProbes: (id) => Promise.resolve(void queued.push(id)) },
      config,
    );
    expect(queued).toEqual([webhook.webhook_id]);
    expect(await read(webhook)).toMatchObject({ failure_count: 1 });
    expect(await read(webhook)).not.toHaveProperty('probe_due');
  });
});

describe('the failing span', () => {
  it('is kept without auto_recover but starts no probes and no recovery', async () => {
    let status = 500;
    const target = await receiver(() => status);
    const webhook = await newHealingWebhook(target.url, false);
    await attempt(webhook, start);
    await attempt(webhook, start + 1000);
    expect(lastFailureOf(await read(webhook), start + 1000)).toEqual({
      since: timestamp(start),
      until: null,
      deliveries: 2,
    });
    expect(await chain.receive()).toEqual([]);
    status = 200;
    await attempt(webhook, start + HOUR);
    expect(lastFailureOf(await read(webhook), start + HOUR)).toMatchObject({
      until: timestamp(start + HOUR),
    });
    expect(await recoveries().findDue(webhook.webhook_id)).toBeUndefined();
  });

  it('starts at the earliest failure, even if that failure is recorded later', async () => {
    const target = await receiver(() => 500);
    const webhook = await newHealingWebhook(target.url);
    await attempt(webhook, start);
    await attempt(webhook, start - 1000);
    expect(await read(webhook)).toMatchObject({
      failing_since: timestamp(start),
      failure_from: timestamp(start - 1000),
      failure_count: 2,
    });
  });

  it('is kept after a 410 and counts the deliveries given up because of it', async () => {
    const target = await receiver(() => 410);
    const webhook = await newHealingWebhook(target.url);
    await attempt(webhook, start);
    await attempt(webhook, start + 1000);
    expect(await read(webhook)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(target.received).toHaveLength(1);
    expect(lastFailureOf(await read(webhook), start + HOUR)).toEqual({
      since: timestamp(start),
      until: null,
      deliveries: 2,
    });
  });

  it('counts each delivery only once, even if the function fails after counting it', async () => {
    const target = await receiver(() => 500);
    const webhook = await newHealingWebhook(target.url);
    const failed = await attempt(webhook, start);
    const { db, tables } = chain.stores;
    await db.send(
      new UpdateCommand({
        TableName: tables.deliveries,
        Key: { webhook_id: failed.webhook_id, delivery_id: failed.delivery_id },
        UpdateExpression: 'SET check_at = :at, overdue_shard = :shard',
        ExpressionAttributeValues: { ':at': timestamp(start), ':shard': '0' },
      }),
    );
    await runNextAttempt(failed.delivery_id, chain.deps, chain.config);
    expect(await read(webhook)).toMatchObject({ failure_count: 1 });
    expect(await stored(failed.delivery_id)).not.toHaveProperty('check_at');
  });
});
