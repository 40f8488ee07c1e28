import type { DynamoDBStreamEvent } from 'aws-lambda';
import { randomInt } from 'node:crypto';
import type { countDeliveries as CountDeliveries } from '../../../lambdas/analytics/count-deliveries.ts';
import { deliveryCountReader } from '../../../lambdas/webhooks/counts/delivery-count-store.ts';
import { dayCounterStore } from '../../../lambdas/analytics/day-counter-store.ts';
import { sequenceCounterStore } from '../../../lambdas/aws/sequence-counter-store.ts';
import {
  deliveryIdOf,
  newAccountId,
  newFormId,
  newSubmissionId,
  newWebhookId,
} from '../../../lambdas/core/ids.ts';
import { CANARY_FORM, CANARY_WEBHOOK } from '../../../lambdas/core/canary-ids.ts';
import { DAY, HOUR } from '../../../lambdas/core/clock.ts';
import { newWithheldDelivery } from '../../../lambdas/webhooks/delivery/withheld-delivery.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { loggedErrorsOf } from '../../support/aws/logged-errors.ts';
import { streamRecord, type StreamRecord } from '../../support/aws/stream-record.ts';
import { newAccount } from '../../support/samples/accounts.ts';
import { startOperations, type TestOperations } from '../../support/service/operations.ts';

let service: TestOperations;
let count: (event: DynamoDBStreamEvent) => Promise<unknown>;
let counts: ReturnType<typeof deliveryCountReader>;
const measured: unknown[] = [];
let countDeliveries: typeof CountDeliveries;

beforeAll(async () => {
  service = await startOperations();
  ({ countDeliveries } = await import('../../../lambdas/analytics/count-deliveries.ts'));
  const { db, tables } = service.stores;
  const note = () => Promise.resolve();
  const measure = (...ended: unknown[]) => void measured.push(ended);
  count = countDeliveries({ ...sequenceCounterStore(db, tables.counters), note, measure });
  counts = deliveryCountReader(db, tables.counters);
});
afterAll(() => service.stop());

const NOON = Date.parse('2026-11-20T12:30:00.000Z');
type Status = 'pending' | 'retrying' | 'succeeded' | 'failed';

function newIds(formId = newFormId(systemRandom)) {
  const webhookId = newWebhookId(formId, systemRandom);
  const delivery = (at = NOON) => deliveryIdOf(webhookId, newSubmissionId(formId, at, systemRandom));
  return { formId, webhookId, delivery };
}
let sequence = 100;
function change(
  deliveryId: string,
  before: Status,
  after: Status,
  event = 'submission.created',
  recovery: { recovery_id?: string; automatic_attempts?: number } = {},
): StreamRecord {
  const image = (status: Status) => ({
    webhook_id: `wh_${deliveryId.slice(4, 24)}`,
    delivery_id: deliveryId,
    event,
    status,
    automatic_attempts: 1,
    ...recovery,
    created_at: '2026-11-20T12:30:00.000Z',
    updated_at: status === 'pending' ? '2026-11-20T12:30:00.000Z' : '2026-11-20T12:30:11.500Z',
  });
  sequence += 1;
  return streamRecord(
    ['webhook_id', 'delivery_id'],
    { before: image(before), after: image(after) },
    String(sequence),
  );
}
const eventOf = (...Records: StreamRecord[]) => ({ Records }) as unknown as DynamoDBStreamEvent;
const dayOf = async (formId: string, date = '2026-11-20') => (await counts.byDay(formId, [date])).get(date);
const rateOf = async (webhookId: string, now = NOON) => (await counts.rates([webhookId], now)).get(webhookId);

it('counts delivery outcomes on the day when the submission was received', async () => {
  const { formId, webhookId, delivery } = newIds();
  await count(
    eventOf(
      change(delivery(), 'pending', 'succeeded'),
      change(delivery(), 'retrying', 'succeeded'),
      change(delivery(), 'retrying', 'succeeded'),
      change(delivery(), 'pending', 'failed'),
      change(delivery(NOON - DAY), 'retrying', 'failed'),
    ),
  );
  expect(await dayOf(formId)).toEqual({ succeeded: 3, failed: 1, filtered: 0 });
  expect(await dayOf(formId, '2026-11-19')).toEqual({ succeeded: 0, failed: 1, filtered: 0 });
  expect(await dayOf(formId, '2026-11-18')).toEqual({ succeeded: 0, failed: 0, filtered: 0 });
  expect(await rateOf(webhookId)).toBe(0.75);
});

it("counts submissions that filters withhold, alongside the same webhook's deliveries", async () => {
  const { formId, webhookId, delivery } = newIds();
  const withheld = newWithheldDelivery(webhookId, newSubmissionId(formId, NOON, systemRandom), NOON);
  const record = streamRecord(['webhook_id', 'delivery_id'], { after: withheld }, '50');
  await count(eventOf(change(delivery(), 'pending', 'succeeded'), record));
  await count(eventOf(record));
  expect(await dayOf(formId)).toEqual({ succeeded: 1, failed: 0, filtered: 1 });
  expect(await rateOf(webhookId)).toBe(1);
});

it('counts a delivery as succeeded after a replay and stops counting it if it continues', async () => {
  const { formId, delivery } = newIds();
  const [saved, reopened] = [delivery(), delivery()];
  await count(eventOf(change(saved, 'retrying', 'failed'), change(reopened, 'pending', 'failed')));
  await count(eventOf(change(saved, 'failed', 'succeeded'), change(reopened, 'failed', 'pending')));
  expect(await dayOf(formId)).toEqual({ succeeded: 1, failed: 0, filtered: 0 });
});

it('counts the first outcome of each delivery sent by a recovery', async () => {
  const { delivery } = newIds();
  const [one, two, three, waiting] = [delivery(), delivery(), delivery(), delivery()];
  const moved = (id: string, before: Status, after: Status, automatic_attempts = 1) =>
    change(id, before, after, 'submission.created', { recovery_id: `rec_${one}`, automatic_attempts });
  const records = [
    moved(one, 'retrying', 'succeeded'),
    moved(two, 'retrying', 'failed'),
    // A replay after the recovery isn't counted, and this delivery succeeded before the recovery reached it.
    moved(two, 'failed', 'succeeded'),
    moved(three, 'pending', 'retrying'),
    moved(waiting, 'retrying', 'succeeded', 0),
  ];
  await count(eventOf(...records));
  await count(eventOf(...records, moved(three, 'retrying', 'failed', 5)));
  const outcomes = await counts.ofRecoveries([`rec_${one}`, 'rec_other']);
  expect(outcomes.get(`rec_${one}`)).toEqual({ succeeded: 1, failed: 2 });
  expect(outcomes.get('rec_other')).toEqual({ succeeded: 0, failed: 0 });
});

it('stays exact regardless of repeated records and batch sizes', async () => {
  const formId = newFormId(systemRandom);
  const [one, two] = [newIds(formId), newIds(formId)];
  const records = Array.from({ length: 60 }, (_, index) =>
    change((index % 3 === 0 ? one : two).delivery(), 'pending', index % 5 === 0 ? 'failed' : 'succeeded'),
  );
  let from = 0;
  while (from < records.length) {
    const to = Math.min(records.length, from + randomInt(1, 12));
    await count(eventOf(...records.slice(Math.max(0, from - randomInt(0, 20)), to)));
    from = to;
  }
  await count(eventOf(...records));
  expect(await dayOf(formId)).toEqual({ succeeded: 48, failed: 12, filtered: 0 });
});

it('counts deliveries of account-wide webhooks exactly for each form, even if stream records are repeated', async () => {
  const webhookId = newWebhookId(newAccountId(systemRandom), systemRandom);
  const forms = [newFormId(systemRandom), newFormId(systemRandom)];
  const records = Array.from({ length: 40 }, (_, index) => {
    const submission = newSubmissionId(forms[index % 2] ?? '', NOON, systemRandom);
    return change(deliveryIdOf(webhookId, submission), 'pending', index % 4 === 0 ? 'failed' : 'succeeded');
  });
  for (let from = 0; from < records.length; from += 7)
    await count(eventOf(...records.slice(Math.max(0, from - randomInt(0, 20)), from + 7)));
  await count(eventOf(...records));
  expect(await dayOf(forms[0] ?? '')).toEqual({ succeeded: 10, failed: 10, filtered: 0 });
  expect(await dayOf(forms[1] ?? '')).toEqual({ succeeded: 20, failed: 0, filtered: 0 });
  expect(await rateOf(webhookId)).toBe(0.75);
});

it("adds up the counts of a form's two webhooks, even though the stream doesn't order them", async () => {
  const formId = newFormId(systemRandom);
  const [one, two] = [newIds(formId), newIds(formId)];
  const early = change(one.delivery(), 'pending', 'succeeded');
  const late = change(two.delivery(), 'pending', 'failed');
  await count(eventOf(late));
  await count(eventOf(early));
  expect(await dayOf(formId)).toEqual({ succeeded: 1, failed: 1, filtered: 0 });
  expect([await rateOf(one.webhookId), await rateOf(two.webhookId)]).toEqual([1, 0]);
});

it('returns the success rate of the last 24 hours, even across midnight, and null if there were no deliveries', async () => {
  const { webhookId, delivery } = newIds();
  await count(
    eventOf(
      change(delivery(NOON - 24 * HOUR), 'pending', 'failed'),
      change(delivery(NOON - 23 * HOUR), 'pending', 'failed'),
      change(delivery(NOON - 13 * HOUR), 'pending', 'succeeded'),
      change(delivery(NOON), 'pending', 'succeeded'),
    ),
  );
  expect(await rateOf(webhookId)).toBe(0.6667);
  expect(await rateOf(webhookId, NOON + 2 * HOUR)).toBe(1);
  expect(await rateOf(webhookId, NOON + 2 * DAY)).toBeNull();
});

it('publishes delivery outcomes and durations once for each outcome in a batch', async () => {
  const { delivery } = newIds();
  measured.splice(0);
  await count(
    eventOf(
      change(delivery(), 'pending', 'succeeded'),
      change(delivery(), 'retrying', 'failed'),
      change(delivery(), 'retrying', 'succeeded'),
      // Changes that don't count: a delivery that continues, a replay of a finished delivery, a test ping,
      // and a delivery of the canary.
      change(delivery(), 'pending', 'retrying'),
      change(delivery(), 'failed', 'succeeded'),
      change(delivery(), 'pending', 'succeeded', 'webhook.test'),
      change(
        deliveryIdOf(CANARY_WEBHOOK, newSubmissionId(CANARY_FORM, NOON, systemRandom)),
        'pending',
        'succeeded',
      ),
    ),
  );
  expect(measured).toEqual([
    ['succeeded', [11_500, 11_500]],
    ['failed', [11_500]],
  ]);
});

it('does not count test pings', async () => {
  const { formId, delivery } = newIds();
  await count(eventOf(change(delivery(), 'pending', 'succeeded', 'webhook.test')));
  expect(await dayOf(formId)).toEqual({ succeeded: 0, failed: 0, filtered: 0 });
});

it("reports records that couldn't be counted so that they are retried", async () => {
  const { delivery } = newIds();
  const record = change(delivery(), 'pending', 'failed');
  const failing = countDeliveries({
    count: () => Promise.reject(new Error('throttled')),
    note: () => Promise.resolve(),
    measure: () => undefined,
  });
  const { result, logged } = await loggedErrorsOf(() => failing(eventOf(record)));
  const itemIdentifier = record.dynamodb.SequenceNumber;
  expect(result).toMatchObject({ batchItemFailures: expect.arrayContaining([{ itemIdentifier }]) });
  expect(logged).toContainEqual(expect.objectContaining({ message: 'Deliveries not counted' }));
});

describe('GET /v1/forms/:id/statistics', () => {
  const today = new Date().toISOString().slice(0, 10);
  const before = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10);

  it('combines submissions and deliveries by day and in total', async () => {
    const account = await newAccount(service.stores);
    const { call, stores } = service;
    const form = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
    const body = { url: 'https://hooks.example.org/' };
    const webhook = (await call('createWebhook', { key: account.key, path: { id: form.id }, body })).body;
    const submissions = dayCounterStore(stores.db, stores.tables.counters);
    for (const [date, received, spam] of [
      [today, 5, 1],
      [before(29), 7, 2],
      [before(80), 11, 0],
      [before(364), 13, 0],
    ] as const) {
      const changes = [{ sequence: '1'.padStart(40, '0'), received, spam, unread: 1, open: 1, stored: 1 }];
      await submissions.count({ formId: form.id, date, onlyDeletions: false, changes });
    }
    const id = (at: number) => deliveryIdOf(webhook.id, newSubmissionId(form.id, at, systemRandom));
    await count(
      eventOf(
        change(id(Date.parse(today)), 'pending', 'succeeded'),
        change(id(Date.parse(before(29))), 'retrying', 'failed'),
      ),
    );
    const get = (query: Record<string, string>, key = account.key) =>
      call('getStatistics', { key, path: { id: form.id }, query });
    const noEmails = { sent: 0, delivered: 0, bounced: 0, complained: 0, skipped: 0 };
    const { body: month } = await get({});
    expect(month).toMatchObject({
      form_id: form.id,
      days: 30,
      received: 12,
      spam: 3,
      unread: 2,
      webhooks: { succeeded: 1, failed: 1, filtered: 0 },
    });
    expect(month.spam_learning).toEqual({ spam: 0, good: 0, needed: 50 });
    expect(month.by_day).toHaveLength(30);
    expect(month.by_day[0]).toEqual({
      date: before(29),
      received: 7,
      spam: 2,
      unread: 1,
      webhooks: { succeeded: 0, failed: 1, filtered: 0 },
      emails: noEmails,
      refused: [],
      views: 0,
      views_conversion: null,
    });
    expect(month.by_day.at(-1)).toEqual({
      date: today,
      received: 5,
      spam: 1,
      unread: 1,
      webhooks: { succeeded: 1, failed: 0, filtered: 0 },
      emails: noEmails,
      refused: [],
      views: 0,
      views_conversion: null,
    });
    expect((await get({ days: '90' })).body).toMatchObject({ days: 90, received: 23 });
    expect((await get({ days: '365' })).body).toMatchObject({ days: 365, received: 36 });
    expect((await get({ days: '31' })).status).toBe(422);
    expect((await get({}, (await newAccount(stores)).key)).status).toBe(404);

    const { body: shown } = await call('getWebhook', { key: account.key, path: { id: webhook.id } });
    // The current day started at midnight, less than 24 hours ago.
    expect(shown.health).toEqual({
      state: 'ok',
      failing_since: null,
      last_failure: null,
      success_rate_24h: 1,
    });
    await call('updateWebhook', { key: account.key, path: { id: webhook.id }, body: { enabled: false } });
    const { body: list } = await call('listWebhooks', { key: account.key, path: { id: form.id } });
    expect(list.data[0].health).toEqual({
      state: 'disabled',
      failing_since: null,
      last_failure: null,
      success_rate_24h: 1,
    });
  });
});
