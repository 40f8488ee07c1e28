import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failedRecords } from '../../../lambdas/aws/failed-records.ts';
import { deliveryTask, redriveDeliveries } from '../../../lambdas/webhooks/delivery/delivery-queue.ts';
import { ladderName } from '../../../lambdas/webhooks/delivery/retry-ladder-client.ts';
import {
  replay,
  runNextAttempt,
  type DeliveryDeps,
} from '../../../lambdas/webhooks/delivery/run-delivery.ts';
import { DAY, HOUR, MINUTE, timestamp } from '../../../lambdas/core/clock.ts';
import { newDelivery, type Delivery } from '../../../lambdas/webhooks/delivery/delivery.ts';
import { startAttempt } from '../../../lambdas/webhooks/delivery/delivery-state.ts';
import {
  deliveryIdOf,
  newAccountId,
  newFormId,
  newSubmissionId,
  newWebhookId,
} from '../../../lambdas/core/ids.ts';
import { payloadOfPairs } from '../../../lambdas/core/payload.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';
import type { SubmissionChange } from '../../../lambdas/submissions/submission-stream.ts';
import type { SigningWebhook } from '../../../lambdas/webhooks/webhook.ts';
import { deliver, fanOut, sweep } from '../../simulation/functions.ts';
import { startDeliveryChain, type DeliveryChain } from '../../support/emulators/delivery-chain.ts';
import { submissionRecord } from '../../support/aws/stream-record.ts';
import { startReceiver, type Receiver } from '../../support/receivers/webhook-receiver.ts';

let chain: DeliveryChain;
const open: Receiver[] = [];

beforeAll(async () => {
  chain = await startDeliveryChain();
});
afterAll(() => chain.stop());
afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.stop()));
  chain.ladders.length = 0;
  for (let left = await chain.receive(); left.length > 0; left = await chain.receive())
    await chain.deliver(left);
  chain.ladders.length = 0;
});

async function receiver(statusOf?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const made = await startReceiver(statusOf);
  open.push(made);
  return made;
}

const changeOf = (after: Submission, event: SubmissionChange['event'] = 'INSERT') => ({ event, after });

/** Creates a submission that fan-out has handled: its delivery to this one webhook is queued. */
async function queued(url: string): Promise<{ webhook: SigningWebhook; submission: Submission; id: string }> {
  const webhook = await chain.newWebhook(url);
  const submission = await chain.newSubmission(webhook.form_id);
  await fanOut(chain.fanOutDeps)(changeOf(submission));
  return { webhook, submission, id: deliveryIdOf(webhook.webhook_id, submission.submission_id) };
}

/** Stores what another sender would store when it claims the first attempt at this time. */
async function claimedElsewhere(
  { webhook, submission }: { webhook: SigningWebhook; submission: Submission },
  at: number,
): Promise<void> {
  const made = newDelivery(webhook.webhook_id, submission.submission_id, at);
  const claim = { automatic: true, claim: 'another' };
  await chain.deliveries.create(startAttempt(made, claim, at, chain.config).delivery);
}

/** Returns the function's dependencies after a submission's acceptance no longer replaces reading it. */
const later = (): DeliveryDeps => ({ ...chain.deps, now: () => Date.now() + 2001 });

const stored = async (id: string): Promise<Delivery> =>
  (await chain.deliveries.find(`wh_${id.slice(4, 24)}`, id))!;
const deliverAll = async (deps?: DeliveryDeps) => chain.deliver(await chain.receive(), deps);
const message = (body: unknown) => ({ body: JSON.stringify(body), receiptHandle: 'none' });
/** Returns what the first ladder queues when its time has come. */
const fromLadder = () => {
  const [{ name, first }] = chain.ladders as [DeliveryChain['ladders'][number]];
  return message({ delivery_id: first.delivery_id, ladder: name });
};
const brokenLadder = (name: string) =>
  message({
    id: '3f1c2c6e-6d6b-4ee4-8d1c-1f0d5f4c9b1a',
    'detail-type': 'Step Functions Execution Status Change',
    detail: { name, status: 'FAILED' },
  });

describe('fan-out', () => {
  it('queues one delivery for each enabled webhook, and stores none', async () => {
    const formId = newFormId(systemRandom);
    const [one, two, off] = [
      await chain.newWebhook('https://one.example/', formId),
      await chain.newWebhook('https://two.example/', formId),
      await chain.newWebhook('https://off.example/', formId),
    ];
    await chain.webhooks.change(formId, off.webhook_id, { enabled: false }, Date.now());
    const submission = await chain.newSubmission(formId);
    await fanOut(chain.fanOutDeps)(changeOf(submission));
    const messages = (await chain.receive()).map(({ body }) => JSON.parse(body));
    const carried = {
      account_id: 'acc_1',
      form_id: formId,
      submission_id: submission.submission_id,
      received_at: submission.received_at,
      payload: [['name', 'Ada']],
    };
    expect(messages.toSorted((a, b) => (a.delivery_id < b.delivery_id ? -1 : 1))).toEqual(
      [one, two]
        .map(({ webhook_id }) => deliveryIdOf(webhook_id, submission.submission_id))
        .toSorted()
        .map((delivery_id) => ({
          delivery_id,
          first: { created_at: expect.any(String), submission: carried },
        })),
    );
    for (const { webhook_id } of [one, two, off]) {
      expect((await chain.deliveries.list(webhook_id, {}, 1, undefined)).rows).toEqual([]);
    }
  });

  it("reads a form's and its account's webhooks once for all records in a batch", async () => {
    const { form_id } = await chain.newWebhook('https://one.example/');
    const read: string[] = [];
    const listWebhooks = (ownerId: string) => {
      read.push(ownerId);
      return chain.fanOutDeps.listWebhooks(ownerId);
    };
    const handle = fanOut({ ...chain.fanOutDeps, listWebhooks });
    const made = [await chain.newSubmission(form_id), await chain.newSubmission(form_id)];
    await Promise.all(made.map((submission) => handle(changeOf(submission))));
    expect(read).toEqual([form_id, 'acc_1']);
    const messages = await chain.receive();
    expect(messages).toHaveLength(made.length);
  });

  it('creates nothing twice, and sends nothing twice, for a repeated record', async () => {
    const target = await receiver();
    const { submission, id } = await queued(target.url);
    await deliverAll();
    const before = await stored(id);
    await fanOut(chain.fanOutDeps)(changeOf(submission));
    await deliverAll();
    expect(await stored(id)).toEqual(before);
    expect(target.received).toHaveLength(1);
  });

  it('resumes what was given up while the submission was spam', async () => {
    const target = await receiver();
    const { submission, id } = await queued(target.url);
    await chain.put({ ...submission, status: 'spam' });
    await deliverAll(later());
    expect(await stored(id)).toMatchObject({
      status: 'failed',
      attempts: 0,
      last_error: 'the submission was deleted or marked as spam',
    });
    await chain.put(submission);
    await fanOut(chain.fanOutDeps)(changeOf(submission, 'MODIFY'));
    await deliverAll();
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(target.received).toHaveLength(1);
  });
});

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

  it('starts the ladder, named after the delivery and the time of the next attempt, if that fails', async () => {
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

  it('makes one attempt for any number of messages', async () => {
    const target = await receiver();
    const { id } = await queued(target.url);
    const [first] = await chain.receive();
    const messages = [first!, ...Array.from({ length: 9 }, () => message(JSON.parse(first!.body)))];
    const { batchItemFailures } = await chain.deliver(messages);
    expect(target.received).toHaveLength(1);
    // The others arrived during or after the attempt.
    expect(batchItemFailures.length).toBeLessThanOrEqual(9);
    await chain.deliver(messages.slice(1));
    expect(target.received).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  it('has a message redelivered when the outcome of the attempt in progress is known', async () => {
    const target = await receiver();
    await claimedElsewhere(await queued(target.url), Date.now());
    const received = await chain.receive();
    const { batchItemFailures } = await chain.deliver(received);
    expect(batchItemFailures).toEqual([{ itemIdentifier: received[0]!.receiptHandle }]);
    expect(target.received).toHaveLength(0);
  });

  it('counts an attempt whose sender died as unknown, and continues with the same id', async () => {
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
  ])('ends visibly before its first attempt: %s', async (what, reason) => {
    const target = await receiver();
    const { webhook, submission, id } = await queued(target.url);
    const { form_id, webhook_id } = webhook;
    if (what === 'spam') await chain.put({ ...submission, status: 'spam' });
    else await chain.webhooks.change(form_id, webhook_id, { enabled: false }, Date.now());
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
      if (what === 'webhook') await chain.webhooks.delete(form_id, webhook.webhook_id);
      else await chain.removeSubmission({ form_id, submission_id });
      expect(await deliverAll(later())).toEqual({ batchItemFailures: [] });
      expect(await chain.deliveries.find(webhook.webhook_id, id)).toBeUndefined();
      expect(target.received).toHaveLength(0);
    },
  );

  it.each([
    ['deleted', 'the webhook was deleted'],
    ['disabled', 'the webhook was disabled'],
  ])('ends visibly before its second attempt: webhook %s', async (what, reason) => {
    const target = await receiver(() => 500);
    const { webhook, id } = await queued(target.url);
    await deliverAll();
    const due = await stored(id);
    await chain.deliveries.replace(due, { ...due, next_attempt_at: timestamp(Date.now()) });
    const { form_id, webhook_id } = webhook;
    if (what === 'deleted') await chain.webhooks.delete(form_id, webhook_id);
    else await chain.webhooks.change(form_id, webhook_id, { enabled: false }, Date.now());
    await chain.deliver([fromLadder()]);
    expect(await stored(id)).toMatchObject({ status: 'failed', last_error: reason, attempts: 1 });
    expect(target.received).toHaveLength(1);
  });

  it('skips reading the submission and its account within two seconds of acceptance, and then reads both', async () => {
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

  it('transports any text in its message', async () => {
    const target = await receiver();
    const webhook = await chain.newWebhook(target.url);
    const text = 'Grüße 🙂 \u0000\u007f\u2028\ufffe\uffff \ud800 "\\';
    const payload = payloadOfPairs([['名前', text]]);
    const submission = { ...(await chain.newSubmission(webhook.form_id)), payload };
    await fanOut(chain.fanOutDeps)(changeOf(submission));
    await deliverAll();
    expect(target.received.map(({ body }) => body.data['payload'])).toEqual([{ 名前: text }]);
  });

  it('is in the overdue index only after its first attempt failed', async () => {
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

  it("does not resend because an outcome couldn't be recorded", async () => {
    const target = await receiver();
    const { id } = await queued(target.url);
    const deps: DeliveryDeps = {
      ...chain.deps,
      // The claim is written, the outcome isn't.
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

  it('starts the ladder for a failure that was handed over', async () => {
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

  it('takes over from a ladder that broke', async () => {
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

  it('keeps the message of a ladder that ended early until its time: no other ladder has its name', async () => {
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
    // A ladder for another time is started; starting it once more is harmless.
    await chain.deliver([message({ delivery_id: id, ladder: name }), message({ delivery_id: id })]);
    expect(chain.ladders.slice(1).map((each) => each.name)).toEqual([ofThisTime, ofThisTime]);
    expect(target.received).toHaveLength(1);
  });

  it('gives a ladder a valid Step Functions name, also for an account-wide webhook', () => {
    const webhookId = newWebhookId(newAccountId(systemRandom), systemRandom);
    const submissionId = newSubmissionId(newFormId(systemRandom), Date.now(), systemRandom);
    expect(ladderName(deliveryIdOf(webhookId, submissionId), '2026-11-20T08:00:00.000Z')).toMatch(
      /^whd_[0-9A-Z]+-1795161600000$/,
    );
    expect(
      ladderName(deliveryIdOf(webhookId, submissionId), '2026-11-20T08:00:00.000Z').length,
    ).toBeLessThanOrEqual(80);
  });

  it("reports only messages that don't parse as failed", async () => {
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

describe('a message from the ladder', () => {
  it('makes the attempt when it is due and starts the next ladder; a duplicate does nothing', async () => {
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

  it('does nothing if a replay has succeeded in between', async () => {
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

describe('a webhook whose deliveries all fail', () => {
  /** Uses up a delivery's attempts at this time. */
  async function failForGood(webhook: SigningWebhook, at: number): Promise<Delivery> {
    const submission = await chain.newSubmission(webhook.form_id);
    const made = newDelivery(webhook.webhook_id, submission.submission_id, at);
    const config = { ...chain.config, maxAttempts: 1 };
    await chain.deliveries.create(made);
    await runNextAttempt(made.delivery_id, { ...chain.deps, now: () => at }, config);
    return stored(made.delivery_id);
  }
  const emailsAbout = (of: SigningWebhook) =>
    chain.ownerEmails.filter(({ webhook_id }) => webhook_id === of.webhook_id);
  const read = (of: SigningWebhook) => chain.deps.findWebhook(of.form_id, of.webhook_id);

  it('is disabled after five days; its owner gets an e-mail when it starts failing and one when it is disabled', async () => {
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
      form_id: webhook.form_id,
      webhook_id: webhook.webhook_id,
      url: webhook.url,
      failing_since: timestamp(start),
    });
    expect(about[1]).toMatchObject({
      kind: 'webhook-disabled',
      id: expect.stringContaining(webhook.webhook_id),
      form_id: webhook.form_id,
      webhook_id: webhook.webhook_id,
      url: webhook.url,
      failing_since: timestamp(start),
      disabled_at: timestamp(start + 5 * DAY),
    });
    expect(JSON.stringify(about)).not.toContain('whsec_');
    await failForGood(webhook, start + 6 * DAY);
    expect(target.received).toHaveLength(3);
  });

  it('is not disabled if any delivery succeeded in between', async () => {
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

  it('sends its owner one e-mail a day, however often it starts failing', async () => {
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

  it('is disabled at once if a last attempt is answered with 410, until its owner enables it', async () => {
    const target = await receiver(() => 410);
    const webhook = await chain.newWebhook(target.url);
    const start = Date.now();
    await failForGood(webhook, start);
    expect(await read(webhook)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(emailsAbout(webhook)).toMatchObject([
      { kind: 'webhook-disabled', reason: 'gone', disabled_at: timestamp(start) },
    ]);
    await chain.webhooks.change(webhook.form_id, webhook.webhook_id, { enabled: true }, start + 1);
    expect(await read(webhook)).toMatchObject({ enabled: true });
    expect(await read(webhook)).not.toHaveProperty('disabled_reason');
  });

  it('is not disabled by a 410 before the last attempt', async () => {
    const target = await receiver((count) => (count === 1 ? 410 : 500));
    const webhook = await chain.newWebhook(target.url);
    const submission = await chain.newSubmission(webhook.form_id);
    const made = newDelivery(webhook.webhook_id, submission.submission_id, Date.now());
    await chain.deliveries.create(made);
    await runNextAttempt(made.delivery_id, chain.deps, chain.config);
    expect(await stored(made.delivery_id)).toMatchObject({ status: 'retrying', last_status_code: 410 });
    expect(await read(webhook)).toMatchObject({ enabled: true });
  });

  it('still sends its owner an e-mail if the function failed after disabling it', async () => {
    const target = await receiver(() => 500);
    const webhook = await chain.newWebhook(target.url);
    const start = Date.now();
    await failForGood(webhook, start);
    const submission = await chain.newSubmission(webhook.form_id);
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
    'gets the e-mail even if the function failed and the delivery was replayed since: %i',
    async (status) => {
      let answers = status;
      const target = await receiver(() => answers);
      const webhook = await chain.newWebhook(target.url);
      const [start, config] = [Date.now(), { ...chain.config, maxAttempts: 1, disableAfterDays: 1 }];
      const fail = async (at: number, deps: Partial<DeliveryDeps>): Promise<Delivery> => {
        const submission = await chain.newSubmission(webhook.form_id);
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
      const known = await chain.deps.findWebhook(webhook.form_id, webhook.webhook_id);
      expect(known).toMatchObject({ enabled: false, owner_email_due: expect.any(String) });

      answers = 200;
      // Like a caller that had read the webhook before it was disabled.
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

describe('the sweeper', () => {
  const problems: string[] = [];
  const measured: unknown[] = [];
  const redriveAll = () =>
    redriveDeliveries(chain.sqs, [
      {
        queueUrl: chain.outputs['DeliveriesQueue'] ?? '',
        deadLettersUrl: chain.outputs['DeliveriesDeadLetters'] ?? '',
      },
    ]);
  const run = (now = Date.now(), remainingMs = 60_000) =>
    sweep({
      now: () => now,
      deliveries: chain.deliveries,
      queue: chain.queue,
      failed: failedRecords(chain.failedBucket, chain.s3),
      waiting: {
        FailedSubmissions: failedRecords(chain.failedBucket, chain.s3),
        UncountedEmails: { count: () => Promise.resolve(2) },
      },
      handlers: () => fanOut(chain.fanOutDeps),
      redrive: redriveAll(),
      resumeRecoveries: () => Promise.resolve([]),
      report: (problem) => void problems.push(problem),
      measure: (values, details) => void measured.push({ ...values, ...details }),
    })(() => remainingMs);
  const putBatch = (name: string, Body: string) =>
    chain.s3.send(new PutObjectCommand({ Bucket: chain.failedBucket, Key: `aws/lambda/${name}`, Body }));
  const left = async (): Promise<string[]> => {
    const { Contents = [] } = await chain.s3.send(new ListObjectsV2Command({ Bucket: chain.failedBucket }));
    return Contents.map(({ Key = '' }) => Key);
  };
  beforeEach(() => {
    problems.splice(0);
    measured.splice(0);
  });

  it('measures what is waiting in the buckets of failed records and what was overdue', async () => {
    await putBatch('broken', '{');
    await run();
    expect(measured).toEqual([
      {
        FailedBatches: 3,
        OverdueDeliveries: 0,
        failed_batches: { FailedSubmissions: 1, UncountedEmails: 2 },
      },
    ]);
    await chain.s3.send(new DeleteObjectCommand({ Bucket: chain.failedBucket, Key: 'aws/lambda/broken' }));
  });

  it('restarts a delivery whose message was lost, and checks it again later', async () => {
    const target = await receiver();
    const webhook = await chain.newWebhook(target.url);
    const submission = await chain.newSubmission(webhook.form_id);
    const made = newDelivery(webhook.webhook_id, submission.submission_id, Date.now() - HOUR);
    await chain.deliveries.create(made);
    await run();
    const [queuedAgain] = await chain.receive();
    expect(JSON.parse(queuedAgain!.body)).toEqual({ delivery_id: made.delivery_id });
    const checkAt = Date.parse((await stored(made.delivery_id)).check_at!);
    expect(checkAt).toBeGreaterThan(Date.now() + 20 * MINUTE);
    await run();
    expect(await chain.receive()).toEqual([]);
    await chain.deliver([queuedAgain!]);
    expect(await stored(made.delivery_id)).toMatchObject({ status: 'succeeded' });
    await run(Date.now() + DAY);
    expect(JSON.stringify(await chain.receive())).not.toContain(made.delivery_id);
  });

  it('requeues the dead letters of deliveries, and leaves others to a person', async () => {
    const target = await receiver();
    const { webhook, id } = await queued(target.url);
    const [first] = await chain.receive();
    const deadLettersUrl = chain.outputs['DeliveriesDeadLetters'] ?? '';
    for (const MessageBody of [first!.body, 'nonsense', '{"delivery":1}']) {
      await chain.sqs.send(new SendMessageCommand({ QueueUrl: deadLettersUrl, MessageBody }));
    }
    expect(await chain.deliveries.find(webhook.webhook_id, id)).toBeUndefined();
    await run();
    expect(problems).toEqual(['Dead letters of deliveries redriven']);
    // The payload is valid for two seconds only, and would be kept for another two weeks.
    const [again] = await chain.receive();
    expect(JSON.parse(first!.body)).toMatchObject({ first: { submission: { payload: expect.anything() } } });
    expect(JSON.parse(again!.body)).toEqual({ delivery_id: id, first: { created_at: expect.any(String) } });
    await chain.deliver([first!]);
    await chain.deliver([again!]);
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(target.received).toHaveLength(1);
    const { Attributes } = await chain.sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: deadLettersUrl, AttributeNames: ['All'] }),
    );
    expect(Attributes?.['ApproximateNumberOfMessagesNotVisible']).toBe('2');
    await chain.sqs.send(new PurgeQueueCommand({ QueueUrl: deadLettersUrl }));
  });

  it('leaves dead letters in place when its time is over', async () => {
    const deadLettersUrl = chain.outputs['DeliveriesDeadLetters'] ?? '';
    const webhook = await chain.newWebhook('http://127.0.0.1:9/');
    for (let index = 0; index < 12; index += 1) {
      const submission = await chain.newSubmission(webhook.form_id);
      const { delivery_id } = newDelivery(webhook.webhook_id, submission.submission_id, Date.now());
      const MessageBody = JSON.stringify({ delivery_id });
      await chain.sqs.send(new SendMessageCommand({ QueueUrl: deadLettersUrl, MessageBody }));
    }
    await run(Date.now(), 9999);
    expect(problems).toEqual([]);
    expect(await chain.receive()).toEqual([]);
    // The time is over after the first ten.
    const mayGoOn = [true, false];
    expect(await redriveAll()(500, () => mayGoOn.shift() ?? false)).toBe(10);
    expect(await redriveAll()(500, () => true)).toBe(2);
    expect(await chain.receive()).toHaveLength(10);
    expect(await chain.receive()).toHaveLength(2);
  });

  it('leaves deliveries in progress alone', async () => {
    const target = await receiver(() => 500);
    await queued(target.url);
    await deliverAll();
    await run();
    expect(await chain.receive()).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each(['text', 'object'])('fans out what the stream gave up, with its payload as %s', async (kind) => {
    const target = await receiver();
    const webhook = await chain.newWebhook(target.url);
    const submission = await chain.newSubmission(webhook.form_id);
    const payload = { Records: [submissionRecord({ after: submission })] };
    const body = { requestContext: {}, payload: kind === 'text' ? JSON.stringify(payload) : payload };
    await putBatch('shard/2026/11/20/batch', JSON.stringify(body));
    await run();
    await deliverAll();
    expect(target.received.map((got) => got.body.data['submission_id'])).toEqual([submission.submission_id]);
    expect(await left()).toEqual([]);
  });

  it("continues after a batch that can't be handled, and keeps it", async () => {
    const target = await receiver();
    const webhook = await chain.newWebhook(target.url);
    const submission = await chain.newSubmission(webhook.form_id);
    await putBatch('a-bad', 'nonsense');
    await putBatch('b-bad', '{"payload":"{}"}');
    await putBatch(
      'c-good',
      JSON.stringify({ payload: { Records: [submissionRecord({ after: submission })] } }),
    );
    await run();
    await deliverAll();
    expect(target.received).toHaveLength(1);
    expect(await left()).toEqual(['aws/lambda/a-bad', 'aws/lambda/b-bad']);
    expect(problems.filter((each) => each === 'Failed submission records not handled')).toHaveLength(2);
    const { Body } = await chain.s3.send(
      new GetObjectCommand({ Bucket: chain.failedBucket, Key: 'aws/lambda/a-bad' }),
    );
    expect(await Body!.transformToString()).toBe('nonsense');
  });
});
