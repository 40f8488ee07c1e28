import {
  replay,
  runNextAttempt,
  type DeliveryDeps,
} from '../../../lambdas/webhooks/delivery/run-delivery.ts';
import { DAY, timestamp } from '../../../lambdas/core/clock.ts';
import { newDelivery, type Delivery } from '../../../lambdas/webhooks/delivery/delivery.ts';
import type { SigningWebhook } from '../../../lambdas/webhooks/webhook.ts';
import { chain, receiver, stored } from './delivery-fixture.ts';

describe('a webhook whose deliveries all fail', () => {
  /** Creates a delivery and fails all of its attempts at the given time. */
  async function failForGood(webhook: SigningWebhook, at: number): Promise<Delivery> {
    const submission = await chain.newSubmission(webhook.owner_id);
    const made = newDelivery(webhook.webhook_id, submission.submission_id, at);
    const config = { ...chain.config, maxAttempts: 1 };
    await chain.deliveries.create(made);
    await runNextAttempt(made.delivery_id, { ...chain.deps, now: () => at }, config);
    return stored(made.delivery_id);
  }
  const emailsAbout = (of: SigningWebhook) =>
    chain.ownerEmails.filter(({ webhook_id }) => webhook_id === of.webhook_id);
  const read = (of: SigningWebhook) => chain.deps.findWebhook(of.owner_id, of.webhook_id);

  it('is disabled after five days, and its owner gets an e-mail when it starts failing and when it is disabled', async () => {
    const target = await receiver(() => 500);
    const webhook = await chain.newWebhook(target.url);
    const start = Date.now();
    expect(await failForGood(webhook, start)).toMatchObject({ status: 'failed', attempts: 1 });
    expect(await read(webhook)).toMatchObject({ enabled: true, failing_since: timestamp(start) });
    await failForGood(webhook, start + 5 * DAY - 1);
    expect(await read(webhook)).toMatchObject({ enabled: true });
    expect(await failForGood(webhook, start + 5 * DAY)).not.toHaveProperty('check_at');
    expect(await read(webhook)).toMatchObject({ enabled: false, disabled_reason: 'failing' });

    const about = emailsAbout(webhook);
    expect(about).toHaveLength(2);
    expect(about[0]).toEqual({
      kind: 'webhook-failing',
      id: `${webhook.webhook_id}-${timestamp(start)}`,
      account_id: webhook.account_id,
      form_id: webhook.owner_id,
      webhook_id: webhook.webhook_id,
      url: webhook.url,
      failing_since: timestamp(start),
    });
    expect(about[1]).toMatchObject({
      kind: 'webhook-disabled',
      id: expect.stringContaining(webhook.webhook_id),
      form_id: webhook.owner_id,
      webhook_id: webhook.webhook_id,
      url: webhook.url,
      failing_since: timestamp(start),
      disabled_at: timestamp(start + 5 * DAY),
    });
    expect(JSON.stringify(about)).not.toContain('whsec_');
    await failForGood(webhook, start + 6 * DAY);
    expect(target.received).toHaveLength(3);
  });

  it('is not disabled if any delivery succeeded in the meantime', async () => {
    let status = 500;
    const target = await receiver(() => status);
    const webhook = await chain.newWebhook(target.url);
    const start = Date.now();
    await failForGood(webhook, start);
    status = 200;
    expect(await failForGood(webhook, start + DAY)).toMatchObject({ status: 'succeeded' });
    expect(await read(webhook)).not.toHaveProperty('failing_since');
    status = 500;
    await failForGood(webhook, start + 6 * DAY);
    expect(await read(webhook)).toMatchObject({ enabled: true, failing_since: timestamp(start + 6 * DAY) });
    expect(emailsAbout(webhook).map(({ kind }) => kind)).toEqual(['webhook-failing', 'webhook-failing']);
  });

  it('causes only one e-mail a day to its owner, even if it starts failing repeatedly', async () => {
    let status = 500;
    const target = await receiver(() => status);
    const webhook = await chain.newWebhook(target.url);
    const start = Date.now();
    for (const at of [start, start + 60_000, start + DAY - 1, start + DAY]) {
      status = 500;
      await failForGood(webhook, at);
      status = 200;
      await failForGood(webhook, at);
    }
    expect(emailsAbout(webhook).map((each) => each.failing_since)).toEqual([
      timestamp(start),
      timestamp(start + DAY),
    ]);
  });

  it('is disabled immediately if the last attempt gets a 410 and stays disabled until its owner enables it', async () => {
    const target = await receiver(() => 410);
    const webhook = await chain.newWebhook(target.url);
    const start = Date.now();
    await failForGood(webhook, start);
    expect(await read(webhook)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(emailsAbout(webhook)).toMatchObject([
      { kind: 'webhook-disabled', reason: 'gone', disabled_at: timestamp(start) },
    ]);
    await chain.webhooks.change(webhook.owner_id, webhook.webhook_id, { enabled: true }, start + 1);
    expect(await read(webhook)).toMatchObject({ enabled: true });
    expect(await read(webhook)).not.toHaveProperty('disabled_reason');
  });

  it('is not disabled by a 410 before the last attempt', async () => {
    const target = await receiver((count) => (count === 1 ? 410 : 500));
    const webhook = await chain.newWebhook(target.url);
    const submission = await chain.newSubmission(webhook.owner_id);
    const made = newDelivery(webhook.webhook_id, submission.submission_id, Date.now());
    await chain.deliveries.create(made);
    await runNextAttempt(made.delivery_id, chain.deps, chain.config);
    expect(await stored(made.delivery_id)).toMatchObject({ status: 'retrying', last_status_code: 410 });
    expect(await read(webhook)).toMatchObject({ enabled: true });
  });

  it('still notifies its owner by e-mail if the function failed after disabling it', async () => {
    const target = await receiver(() => 500);
    const webhook = await chain.newWebhook(target.url);
    const start = Date.now();
    await failForGood(webhook, start);
    const submission = await chain.newSubmission(webhook.owner_id);
    const at = start + 6 * DAY;
    const made = newDelivery(webhook.webhook_id, submission.submission_id, at);
    await chain.deliveries.create(made);
    const config = { ...chain.config, maxAttempts: 1 };
    const deps = { ...chain.deps, now: () => at };
    const sendOwnerEmail = (): Promise<never> => Promise.reject(new Error('the queue is away'));
    await expect(runNextAttempt(made.delivery_id, { ...deps, sendOwnerEmail }, config)).rejects.toThrow(
      'the queue is away',
    );
    expect(await read(webhook)).toMatchObject({ enabled: false, owner_email_due: timestamp(at) });
    expect(await stored(made.delivery_id)).toMatchObject({ status: 'failed', check_at: expect.any(String) });

    expect(await runNextAttempt(made.delivery_id, deps, config)).toEqual({ kind: 'finished' });
    expect(emailsAbout(webhook).map(({ kind }) => kind)).toEqual(['webhook-failing', 'webhook-disabled']);
    expect(await read(webhook)).not.toHaveProperty('owner_email_due');
    expect(await stored(made.delivery_id)).not.toHaveProperty('check_at');
  });
});

describe('the owner of a disabled webhook', () => {
  it.each([410, 500])(
    'gets the e-mail even if the function failed and the delivery was replayed afterwards: %i',
    async (status) => {
      let answers = status;
      const target = await receiver(() => answers);
      const webhook = await chain.newWebhook(target.url);
      const [start, config] = [Date.now(), { ...chain.config, maxAttempts: 1, disableAfterDays: 1 }];
      const fail = async (at: number, deps: Partial<DeliveryDeps>): Promise<Delivery> => {
        const submission = await chain.newSubmission(webhook.owner_id);
        const made = newDelivery(webhook.webhook_id, submission.submission_id, at);
        await chain.deliveries.create(made);
        await runNextAttempt(made.delivery_id, { ...chain.deps, now: () => at, ...deps }, config).catch(
          () => undefined,
        );
        return made;
      };
      const sendOwnerEmail = (): Promise<never> => Promise.reject(new Error('the queue is away'));
      if (status === 500) await fail(start, {});
      const { delivery_id } = await fail(start + 2 * DAY, { sendOwnerEmail });
      const known = await chain.deps.findWebhook(webhook.owner_id, webhook.webhook_id);
      expect(known).toMatchObject({ enabled: false, owner_email_due: expect.any(String) });

      answers = 200;
      // Simulates a function that read the webhook before it was disabled.
      const before = [webhook];
      const findWebhook: DeliveryDeps['findWebhook'] = (...of) =>
        Promise.resolve(before.pop() ?? chain.deps.findWebhook(...of));
      await replay(delivery_id, { ...chain.deps, findWebhook }, config);
      const about = chain.ownerEmails.filter(({ webhook_id }) => webhook_id === webhook.webhook_id);
      expect(about.filter(({ kind }) => kind === 'webhook-disabled')).toHaveLength(1);
      expect(await stored(delivery_id)).toMatchObject({ status: 'succeeded' });
      expect(await stored(delivery_id)).not.toHaveProperty('check_at');
    },
  );
});
