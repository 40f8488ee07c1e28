/** Tests the daily e-mail statistics, which are counted from the e-mail log's stream. */
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { randomInt } from 'node:crypto';
import type { countEmails as CountEmails } from '../../lambdas/analytics/count-emails.ts';
import { emailCountReader } from '../../lambdas/analytics/email-count-store.ts';
import { sequenceCounterStore } from '../../lambdas/aws/sequence-counter-store.ts';
import { DAY } from '../../lambdas/core/clock.ts';
import { newFormId, newSubmissionId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { loggedErrorsOf } from '../support/aws/logged-errors.ts';
import { streamRecord, type StreamRecord } from '../support/aws/stream-record.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let countEmails: typeof CountEmails;
let count: (event: DynamoDBStreamEvent) => Promise<unknown>;
const moved: unknown[] = [];

beforeAll(async () => {
  service = await startOperations();
  ({ countEmails } = await import('../../lambdas/analytics/count-emails.ts'));
  count = countEmails({
    ...sequenceCounterStore(service.stores.db, service.stores.tables.counters),
    note: (...of) => Promise.resolve(void moved.push(of)),
  });
});
afterAll(() => service.stop());

const NOON = Date.parse('2026-11-20T12:30:00.000Z');
type Status = 'queued' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'skipped';

const emailOf = (form_id: string, at = NOON) => ({
  form_id,
  email_key: `${newSubmissionId(form_id, at, systemRandom)}.autoresponse`,
});
let sequence = 100;
function change(key: ReturnType<typeof emailOf>, before: Status | undefined, after: Status): StreamRecord {
  sequence += 1;
  return streamRecord(
    ['form_id', 'email_key'],
    { ...(before && { before: { ...key, status: before } }), after: { ...key, status: after } },
    String(sequence),
  );
}
const eventOf = (...Records: StreamRecord[]) => ({ Records }) as unknown as DynamoDBStreamEvent;
const dayOf = async (formId: string, date = '2026-11-20') => {
  const { db, tables } = service.stores;
  return (await emailCountReader(db, tables.counters).byDay(formId, [date])).get(date);
};
const NONE = { sent: 0, delivered: 0, bounced: 0, complained: 0, skipped: 0 };

it('counts every e-mail once, by its latest status, on the day its submission was received', async () => {
  const formId = newFormId(systemRandom);
  const [one, two, three] = [emailOf(formId), emailOf(formId), emailOf(formId, NOON - DAY)];
  await count(eventOf(change(one, 'queued', 'sent'), change(two, undefined, 'skipped')));
  expect(await dayOf(formId)).toEqual({ ...NONE, sent: 1, skipped: 1 });
  await count(eventOf(change(one, 'sent', 'delivered'), change(three, 'queued', 'bounced')));
  expect(await dayOf(formId)).toEqual({ ...NONE, delivered: 1, skipped: 1 });
  await count(eventOf(change(one, 'delivered', 'complained'), change(two, 'skipped', 'sent')));
  expect(await dayOf(formId)).toEqual({ ...NONE, complained: 1, sent: 1 });
  expect(await dayOf(formId, '2026-11-19')).toEqual({ ...NONE, bounced: 1 });
});

it('does not count queued or delayed e-mails', async () => {
  const formId = newFormId(systemRandom);
  const email = emailOf(formId);
  await count(eventOf(change(email, undefined, 'queued')));
  expect(await dayOf(formId)).toBeUndefined();
  await count(eventOf(change(email, 'queued', 'sent'), change(email, 'sent', 'sent')));
  expect(await dayOf(formId)).toEqual({ ...NONE, sent: 1 });
});

it('stays exact, even with repeated records and any batch size', async () => {
  const formId = newFormId(systemRandom);
  const records = Array.from({ length: 40 }, (_, index) => {
    const email = emailOf(formId);
    return [
      change(email, 'queued', 'sent'),
      change(email, 'sent', index % 4 === 0 ? 'bounced' : 'delivered'),
    ];
  }).flat();
  let from = 0;
  while (from < records.length) {
    const to = Math.min(records.length, from + randomInt(1, 12));
    await count(eventOf(...records.slice(Math.max(0, from - randomInt(0, 20)), to)));
    from = to;
  }
  await count(eventOf(...records));
  expect(await dayOf(formId)).toEqual({ ...NONE, delivered: 30, bounced: 10 });
});

it("updates the form's change marker, and does not re-create it after the form is deleted", async () => {
  const key = emailOf(newFormId(systemRandom));
  moved.length = 0;
  await count(eventOf(change(key, undefined, 'queued')));
  await count(eventOf(change(key, 'queued', 'sent')));
  expect(moved).toEqual([
    [key.form_id, 'emails', { mustExist: false }],
    [key.form_id, 'emails', { mustExist: true }],
  ]);
});

it("reports records that couldn't be counted, so that they are retried", async () => {
  const record = change(emailOf(newFormId(systemRandom)), 'queued', 'sent');
  const failing = countEmails({
    count: () => Promise.reject(new Error('throttled')),
    note: () => Promise.resolve(),
  });
  const { result, logged } = await loggedErrorsOf(() => failing(eventOf(record)));
  const itemIdentifier = record.dynamodb.SequenceNumber;
  expect(result).toEqual({ batchItemFailures: [{ itemIdentifier }] });
  expect(logged).toContainEqual(expect.objectContaining({ message: 'E-mails not counted' }));
});

it("includes e-mails in the form's statistics, by day and in total", async () => {
  const { call, stores } = service;
  const { key } = await newAccount(stores);
  const form = (await call('createForm', { key, body: { name: 'Contact' } })).body;
  const now = Date.now();
  const yesterday = new Date(now - DAY).toISOString().slice(0, 10);
  await count(
    eventOf(
      change(emailOf(form.id, now), 'queued', 'delivered'),
      change(emailOf(form.id, now - DAY), 'queued', 'bounced'),
      change(emailOf(form.id, now - DAY), undefined, 'skipped'),
      change(emailOf(form.id, now - 60 * DAY), 'queued', 'sent'),
    ),
  );
  const { status, body } = await call('getStatistics', { key, path: { id: form.id }, query: {} });
  expect(status).toBe(200);
  expect(body.emails).toEqual({ ...NONE, delivered: 1, bounced: 1, skipped: 1 });
  const days = new Map(body.by_day.map((day: { date: string; emails: object }) => [day.date, day.emails]));
  expect(days.get(yesterday)).toEqual({ ...NONE, bounced: 1, skipped: 1 });
});
