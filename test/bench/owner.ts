/**
 * Measures an owner's tasks on a busy form: statistics for a year, timelines, bulk changes and polling lists.
 */
import { newDelivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { newWebhook } from '../../lambdas/webhooks/webhook.ts';
import { DAY } from '../../lambdas/core/clock.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import type { OperationName } from '../../lambdas/api/operations.ts';
import { newAccount } from '../support/samples/accounts.ts';
import type { SentToOperation } from '../support/service/handlers.ts';
import type { TestOperations } from '../support/service/operations.ts';
import { putAll, putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { spread } from './figures.ts';
import { withOperations } from './with-operations.ts';

const SAMPLES = 100;
const FIELDS = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello! '.repeat(30) };

/**
 * Measures statistics. Goal: statistics for a year within 100 ms, regardless of the number of submissions.
 */
export function benchStatistics(): Promise<void> {
  return withOperations(async (service) => {
    const { stores } = service;
    const { accountId, key } = await newAccount(stores);
    const form = await storedForm(stores, { account: accountId });
    const dates = Array.from({ length: 365 }, (_, day) =>
      new Date(Date.now() - day * DAY).toISOString().slice(0, 10),
    );
    const counters = dates.flatMap((date) => [
      { counter: `day#${form.form_id}#${date}`, received: 300, spam: 40, unread: 5 },
      { counter: `deliveries#${form.form_id}#${date}`, succeeded: 290, failed: 10 },
      {
        counter: `emails#${form.form_id}#${date}`,
        sent: 10,
        delivered: 280,
        bounced: 10,
        complained: 0,
        skipped: 0,
      },
    ]);
    await putAll(stores.db, stores.tables.counters, counters);
    const at = { key, path: { id: form.form_id } };
    for (const days of ['30', '365'])
      await benchCall(service, `statistics of ${days} days`, 'getStatistics', () => ({
        ...at,
        query: { days },
      }));
    await benchUnchanged(service, 'getStatistics', { ...at, query: { days: '365' } });
    await benchUnchanged(service, 'listForms', { key });
  });
}

/** Measures the timeline of a submission delivered to ten webhooks. */
export function benchTimeline(): Promise<void> {
  return withOperations(async (service) => {
    const { stores } = service;
    const { accountId, key } = await newAccount(stores);
    const form = await storedForm(stores, { account: accountId });
    const [submission] = await filled(service, form, 1);
    if (!submission) return;
    const webhooks = Array.from({ length: 10 }, (_, index) =>
      newWebhook(
        { account_id: accountId, owner_id: form.form_id },
        { url: `https://hooks.example.org/${index}` },
        Date.now(),
        systemRandom,
      ),
    );
    await putAll(stores.db, stores.tables.webhooks, webhooks);
    const deliveries = webhooks.map(({ webhook_id }) =>
      newDelivery(webhook_id, submission.submission_id, Date.now()),
    );
    await putAll(stores.db, stores.tables.deliveries, deliveries);
    const at = { key, path: { id: submission.submission_id } };
    await benchCall(service, 'timeline with 10 deliveries', 'getTimeline', () => at);
  });
}

/** Measures a bulk change of 100 submissions. */
export function benchBulk(): Promise<void> {
  return withOperations(async (service) => {
    const { accountId, key } = await newAccount(service.stores);
    const form = await storedForm(service.stores, { account: accountId });
    for (const action of ['read', 'star', 'spam', 'delete']) {
      await benchCall(
        service,
        `${action} a hundred`,
        'changeSubmissions',
        async () => {
          const ids = (await filled(service, form, 100)).map(({ submission_id }) => submission_id);
          return { key, body: { ids, action } };
        },
        20,
      );
    }
  });
}

async function filled(
  { stores }: TestOperations,
  form: Awaited<ReturnType<typeof storedForm>>,
  count: number,
) {
  const made = Array.from({ length: count }, () => submissionOf(form, { fields: FIELDS }));
  await putSubmissions(stores, made);
  return made;
}

async function benchCall(
  { call }: TestOperations,
  title: string,
  name: OperationName,
  prepare: () => SentToOperation | Promise<SentToOperation>,
  samples = SAMPLES,
): Promise<void> {
  const times: number[] = [];
  for (let sample = -3; sample < samples; sample += 1) {
    const { status, text, ms } = await call(name, await prepare());
    if (status !== 200 && status !== 304) throw new Error(`${name} → ${status} ${text}`);
    if (sample >= 0) times.push(ms);
  }
  console.log(`${title}: ${spread(times)}`);
}

async function benchUnchanged(
  service: TestOperations,
  name: OperationName,
  sent: SentToOperation,
): Promise<void> {
  const tag = (await service.call(name, sent)).headers['etag'] ?? '';
  await benchCall(service, `${name} unchanged, 304`, name, () => ({
    ...sent,
    headers: { 'if-none-match': tag },
  }));
}
