import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deliveryTask } from '../../../lambdas/webhooks/delivery/delivery-queue.ts';
import { ladderName } from '../../../lambdas/webhooks/delivery/retry-ladder-client.ts';
import type { DeliveryDeps } from '../../../lambdas/webhooks/delivery/run-delivery.ts';
import { HOUR, MINUTE, timestamp } from '../../../lambdas/core/clock.ts';
import type { Delivery } from '../../../lambdas/webhooks/delivery/delivery.ts';
import {
  deliveryIdOf,
  newAccountId,
  newFormId,
  newSubmissionId,
  newWebhookId,
} from '../../../lambdas/core/ids.ts';
import { payloadOfPairs } from '../../../lambdas/core/payload.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { deliver, fanOut } from '../../simulation/functions.ts';
import type { DeliveryChain } from '../../support/emulators/delivery-chain.ts';
import {
  chain,
  receiver,
  changeOf,
  queued,
  claimedElsewhere,
  later,
  stored,
  deliverAll,
  message,
  fromLadder,
  brokenLadder,
} from './delivery-fixture.ts';

describe('the delivery queue', () => {
  it('makes the first attempt', async () => {
    const target = await receiver();
    const { id } = await queued(target.url);
    expect(await deliverAll()).toEqual({ batchItemFailures: [] });
    expect(target.received.map(({ headers }) => headers['x-svc-delivery'])).toEqual([id]);
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 1, last_status_code: 200 });
    expect(await stored(id)).not.toHaveProperty('check_at');
    expect(chain.ladders).toEqual([]);
  });

  it('starts a retry execution, named after the delivery and its next attempt, if the first attempt fails', async () => {
    const target = await receiver(() => 500);
    const { webhook, id } = await queued(target.url);
    await deliverAll();
    const { next_attempt_at, status } = await stored(id);
    expect(status).toBe('retrying');
    expect(chain.ladders).toEqual([
      {
        name: `${id}-${Date.parse(next_attempt_at!)}`,
        first: { delivery_id: id, webhook_id: webhook.webhook_id, next_attempt_at },
      },
    ]);
  });

  it('makes one attempt, no matter how many messages there are', async () => {
    const target = await receiver();
    const { id } = await queued(target.url);
    const [first] = await chain.receive();
    const messages = [first!, ...Array.from({ length: 9 }, () => message(JSON.parse(first!.body)))];
    const { batchItemFailures } = await chain.deliver(messages);
    expect(target.received).toHaveLength(1);
    // The nine other messages arrived during or after the attempt, so they can fail.
    expect(batchItemFailures.length).toBeLessThanOrEqual(9);
    await chain.deliver(messages.slice(1));
    expect(target.received).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  it('redelivers a message once the outcome of the attempt in progress is known', async () => {
    const target = await receiver();
    await claimedElsewhere(await queued(target.url), Date.now());
    const received = await chain.receive();
    const { batchItemFailures } = await chain.deliver(received);
    expect(batchItemFailures).toEqual([{ itemIdentifier: received[0]!.receiptHandle }]);
    expect(target.received).toHaveLength(0);
  });

  it('records an unknown outcome if the sender of an attempt crashed and continues with the same ID', async () => {
    const target = await receiver();
    const made = await queued(target.url);
    const { id } = made;
    await claimedElsewhere(made, Date.now() - MINUTE);
    await deliverAll();
    expect(await stored(id)).toMatchObject({
      status: 'retrying',
      attempts: 1,
      log: [{ attempt: 1, status_code: 0, error: expect.stringMatching(/^unknown/) }],
    });
    expect(chain.ladders.map(({ first }) => first.delivery_id)).toEqual([id]);
    await chain.deliver([fromLadder()]);
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(
      target.received.map(({ headers }) => [headers['x-svc-delivery'], headers['x-svc-attempt']]),
    ).toEqual([[id, '2']]);
  });

  it.each([
    ['disabled webhook', 'the webhook was disabled'],
    ['spam', 'the submission was deleted or marked as spam'],
  ])('marks a delivery as failed before its first attempt: %s', async (what, reason) => {
    const target = await receiver();
    const { webhook, submission, id } = await queued(target.url);
    const { owner_id, webhook_id } = webhook;
    if (what === 'spam') await chain.put({ ...submission, status: 'spam' });
    else await chain.webhooks.change(owner_id, webhook_id, { enabled: false }, Date.now());
    expect(await deliverAll(later())).toEqual({ batchItemFailures: [] });
    expect(await stored(id)).toMatchObject({ status: 'failed', last_error: reason, attempts: 0, log: [] });
    expect(await stored(id)).not.toHaveProperty('check_at');
    expect(target.received).toHaveLength(0);
  });

  it.each([['webhook'], ['submission']])(
    'stores and sends nothing if its %s was deleted before its first attempt',
    async (what) => {
      const target = await receiver();
      const { webhook, submission, id } = await queued(target.url);
      const { form_id, submission_id } = submission;
      if (what === 'webhook') await chain.webhooks.delete(webhook.owner_id, webhook.webhook_id);
      else await chain.removeSubmission({ form_id, submission_id });
      expect(await deliverAll(later())).toEqual({ batchItemFailures: [] });
      expect(await chain.deliveries.find(webhook.webhook_id, id)).toBeUndefined();
      expect(target.received).toHaveLength(0);
    },
  );

  it.each([
    ['deleted', 'the webhook was deleted'],
    ['disabled', 'the webhook was disabled'],
  ])('marks a delivery as failed before its second attempt: webhook %s', async (what, reason) => {
    const target = await receiver(() => 500);
    const { webhook, id } = await queued(target.url);
    await deliverAll();
    const due = await stored(id);
    await chain.deliveries.replace(due, { ...due, next_attempt_at: timestamp(Date.now()) });
    const { owner_id, webhook_id } = webhook;
    if (what === 'deleted') await chain.webhooks.delete(owner_id, webhook_id);
    else await chain.webhooks.change(owner_id, webhook_id, { enabled: false }, Date.now());
    await chain.deliver([fromLadder()]);
    expect(await stored(id)).toMatchObject({ status: 'failed', last_error: reason, attempts: 1 });
    expect(target.received).toHaveLength(1);
  });

  it('skips reading the submission and its account within two seconds of acceptance and reads both afterwards', async () => {
    const target = await receiver();
    const unread = () => Promise.reject(new Error('not to be read'));
    const unreadable = { ...chain.deps, findSubmission: unread, isSuspended: unread };
    const one = await queued(target.url);
    await deliverAll(unreadable);
    const other = await queued(target.url);
    const messages = await chain.receive();
    const late = { ...unreadable, now: () => Date.now() + 2001 };
    expect((await chain.deliver(messages, late)).batchItemFailures).toHaveLength(1);
    expect(await stored(one.id)).toMatchObject({ status: 'succeeded' });
    expect(await stored(other.id)).toBeUndefined();
    await chain.deliver(messages, later());
    expect(await stored(other.id)).toMatchObject({ status: 'succeeded' });
    expect(target.received.map(({ body }) => body.data['payload'])).toEqual([
      { name: 'Ada' },
      { name: 'Ada' },
    ]);
  });

  it('allows any text in its messages', async () => {
    const target = await receiver();
    const webhook = await chain.newWebhook(target.url);
    const text = 'Grüße 🙂 \u0000\u007f\u2028\ufffe\uffff \ud800 "\\';
    const payload = payloadOfPairs([['名前', text]]);
    const submission = { ...(await chain.newSubmission(webhook.owner_id)), payload };
    await fanOut(chain.fanOutDeps)(changeOf(submission));
    await deliverAll();
    expect(target.received.map(({ body }) => body.data['payload'])).toEqual([{ 名前: text }]);
  });

  it('adds a delivery to the overdue index only after the first attempt has failed', async () => {
    const [good, bad] = [await receiver(), await receiver(() => 500)];
    const rows: Delivery[] = [];
    const noting: DeliveryDeps = {
      ...chain.deps,
      createDelivery: (of) => (rows.push(of), chain.deps.createDelivery(of)),
      replaceDelivery: (before, after) => (rows.push(after), chain.deps.replaceDelivery(before, after)),
    };
    await queued(good.url);
    await deliverAll(noting);
    await queued(bad.url);
    await deliverAll(noting);
    expect(rows.map(({ status, check_at }) => [status, check_at !== undefined])).toEqual([
      ['pending', false],
      ['succeeded', false],
      ['pending', false],
      ['retrying', true],
    ]);
  });

  it("doesn't resend a delivery just because its outcome couldn't be recorded", async () => {
    const target = await receiver();
    const { id } = await queued(target.url);
    const deps: DeliveryDeps = {
      ...chain.deps,
      // Simulates a failure after the claim is stored but before the outcome is stored.
      replaceDelivery: () => Promise.reject(new Error('throttled')),
    };
    expect(await deliverAll(deps)).toEqual({ batchItemFailures: [] });
    expect(await stored(id)).toMatchObject({ status: 'pending', attempts: 1, log: [] });
    const [handedOver] = await chain.receive();
    expect(JSON.parse(handedOver!.body)).toMatchObject({
      delivery_id: id,
      attempt: 1,
      outcome: { status_code: 200 },
    });
    await chain.deliver([handedOver!, handedOver!]);
    expect(await stored(id)).toMatchObject({ status: 'succeeded', log: [{ attempt: 1, status_code: 200 }] });
    expect(target.received).toHaveLength(1);
  });

  it('starts the retry execution for a failure that was passed to the queue', async () => {
    const target = await receiver(() => 500);
    const { id } = await queued(target.url);
    await deliverAll({
      ...chain.deps,
      replaceDelivery: () => Promise.reject(new Error('throttled')),
    });
    await deliverAll();
    const { next_attempt_at } = await stored(id);
    expect(chain.ladders).toMatchObject([{ first: { delivery_id: id, next_attempt_at } }]);
  });

  it('takes over from a failed retry execution', async () => {
    const target = await receiver(() => 500);
    const { id } = await queued(target.url);
    await deliverAll();
    const due = await stored(id);
    await chain.deliveries.replace(due, { ...due, next_attempt_at: timestamp(Date.now()) });
    await chain.deliver([brokenLadder(chain.ladders[0]!.name)]);
    expect(target.received).toHaveLength(2);
    expect(chain.ladders).toHaveLength(2);
    expect(chain.ladders[1]!.name).not.toBe(chain.ladders[0]!.name);
  });

  it("keeps the message until its due time if a retry execution ended early, because the name can't be reused", async () => {
    const target = await receiver(() => 500);
    const { id } = await queued(target.url);
    await deliverAll();
    const name = chain.ladders[0]!.name;
    const later = await stored(id);
    const dueAt = Date.now() + HOUR;
    await chain.deliveries.replace(later, { ...later, next_attempt_at: timestamp(dueAt) });
    const ofThisTime = `${id}-${dueAt}`;
    for (const early of [brokenLadder(ofThisTime), message({ delivery_id: id, ladder: ofThisTime })]) {
      const delayed: number[] = [];
      const unexpected = () => Promise.reject(new Error('not to be moved'));
      const queues = {
        queue: { delay: (_: string, seconds: number) => Promise.resolve(void delayed.push(seconds)) },
        slowQueue: { delay: unexpected, addSlow: unexpected },
      };
      const handle = deliver({
        ...queues,
        deps: chain.deps,
        config: chain.config,
        ladder: { start: () => Promise.reject(new Error('another one')) },
      });
      await expect(
        handle(deliveryTask.parse(JSON.parse(early.body)), { receiptHandle: 'receipt' }),
      ).rejects.toThrow(timestamp(dueAt));
      expect(Math.abs(delayed[0]! - 3600)).toBeLessThan(60);
    }
    // Both messages start a retry execution for the current retry time. Starting the same execution again is
    // harmless.
    await chain.deliver([message({ delivery_id: id, ladder: name }), message({ delivery_id: id })]);
    expect(chain.ladders.slice(1).map((each) => each.name)).toEqual([ofThisTime, ofThisTime]);
    expect(target.received).toHaveLength(1);
  });

  it('gives a retry execution a name that Step Functions allows, even for an account-wide webhook', () => {
    const webhookId = newWebhookId(newAccountId(systemRandom), systemRandom);
    const submissionId = newSubmissionId(newFormId(systemRandom), Date.now(), systemRandom);
    expect(ladderName(deliveryIdOf(webhookId, submissionId), '2026-11-20T08:00:00.000Z')).toMatch(
      /^whd_[0-9A-Z]+-1795161600000$/,
    );
    expect(
      ladderName(deliveryIdOf(webhookId, submissionId), '2026-11-20T08:00:00.000Z').length,
    ).toBeLessThanOrEqual(80);
  });

  it("reports a message as failed only if it can't be parsed", async () => {
    const target = await receiver();
    const { id } = await queued(target.url);
    const bad = { body: '{"delivery":1}', receiptHandle: 'bad' };
    const worse = { body: 'nonsense', receiptHandle: 'worse' };
    expect(await chain.deliver([bad, ...(await chain.receive()), worse])).toEqual({
      batchItemFailures: [{ itemIdentifier: 'bad' }, { itemIdentifier: 'worse' }],
    });
    expect(await stored(id)).toMatchObject({ status: 'succeeded' });
  });

  it("doesn't let a slow endpoint delay the others in its batch", async () => {
    const waiting: ServerResponse[] = [];
    const slow = createServer((_, response) => void waiting.push(response)).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const target = await receiver();
    const { id } = await queued(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`);
    const others = await Promise.all(Array.from({ length: 9 }, () => queued(target.url)));
    const messages: Awaited<ReturnType<DeliveryChain['receive']>> = [];
    while (messages.length < 10) messages.push(...(await chain.receive()));

    const delivering = chain.deliver(messages);
    await target.until(9);
    for (const other of others) {
      while ((await stored(other.id)).status !== 'succeeded') await new Promise(setImmediate);
    }
    expect(await stored(id)).toMatchObject({ status: 'pending', attempts: 1 });
    while (waiting.length === 0) await new Promise(setImmediate);
    for (const response of waiting) response.end('at last');
    expect(await delivering).toEqual({ batchItemFailures: [] });
    expect(await stored(id)).toMatchObject({ status: 'succeeded' });
    slow.close();
  });
});

describe('a message from a retry execution', () => {
  it('makes the attempt at the scheduled time and starts the next retry execution, both only once', async () => {
    const target = await receiver(() => 500);
    const { id } = await queued(target.url);
    await deliverAll();
    const due = await stored(id);
    await chain.deliveries.replace(due, { ...due, next_attempt_at: timestamp(Date.now()) });
    await chain.deliver([fromLadder()]);
    expect(target.received).toHaveLength(2);
    const { next_attempt_at } = await stored(id);
    expect(chain.ladders[1]!.first).toMatchObject({ delivery_id: id, next_attempt_at });
    await chain.deliver([fromLadder()]);
    expect(target.received).toHaveLength(2);
    expect(chain.ladders[2]).toEqual(chain.ladders[1]);
  });

  it('does nothing if a replay has succeeded in the meantime', async () => {
    const target = await receiver(() => 500);
    const { id } = await queued(target.url);
    await deliverAll();
    const waiting = await stored(id);
    await chain.deliveries.replace(waiting, { ...waiting, status: 'succeeded', next_attempt_at: null });
    expect(await chain.deliver([fromLadder()])).toEqual({ batchItemFailures: [] });
    expect(target.received).toHaveLength(1);
    expect(chain.ladders).toHaveLength(1);
  });
});
