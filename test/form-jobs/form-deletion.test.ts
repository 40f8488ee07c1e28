import { onceKeyOfHeader } from '../../lambdas/ingest/idempotency.ts';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { formChanger, formReader } from '../../lambdas/forms/form-store.ts';
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { ingestStore } from '../../lambdas/ingest/ingest-store.ts';
import { counterNamesToDelete } from '../../lambdas/forms/counts/day-counts.ts';
import { newDelivery, newTestDelivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import type { Form } from '../../lambdas/forms/form.ts';
import {
  firstMessage,
  LATE_WRITES_SECONDS,
  newFormJob,
  runFormJobBatch,
  newSummaryJob,
  type FormJobMessage,
  type FormJobDeps,
} from '../../lambdas/forms/jobs/form-job.ts';
import { newAccountId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newWebhook } from '../../lambdas/webhooks/webhook.ts';
import { formJobDeps } from '../../lambdas/form-jobs/form-job-deps.ts';
import { startBuckets, type TestBuckets } from '../support/emulators/buckets.ts';
import { putAll, putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let buckets: TestBuckets;

beforeAll(async () => {
  [stores, buckets] = await Promise.all([startStores(), startBuckets()]);
});
afterAll(() => Promise.all([stores.stop(), buckets.stop()]));

const noEmail = () => Promise.reject(new Error('no summary is due'));
const deps = (options: { batchMs?: number } = {}): FormJobDeps =>
  formJobDeps(stores.db, buckets.s3, { tables: stores.tables, buckets }, Date.now, noEmail, options.batchMs);

/**
 * Creates a form with every kind of related record. To save time, creates only one in every `counterStep` of
 * its 1,600 counters.
 */
async function fullForm(submissions: number, counterStep = 100): Promise<{ form: Form; webhookId: string }> {
  const { db, tables } = stores;
  const form = await storedForm(stores);
  const made = Array.from({ length: submissions }, () => submissionOf(form));
  await putSubmissions(stores, made);
  const { account_id, form_id } = form;
  const webhooks = [1, 2].map(() =>
    newWebhook({ account_id, owner_id: form_id }, { url: 'https://example.com/' }, Date.now(), systemRandom),
  );
  await putAll(db, tables.webhooks, webhooks);
  const deliveries = webhooks.flatMap(({ webhook_id }) =>
    made.slice(0, 60).map(({ submission_id }) => newDelivery(webhook_id, submission_id, Date.now())),
  );
  await putAll(db, tables.deliveries, deliveries);
  await intake().storeOnce(submissionOf(form), onceKeyOfHeader('a key', 'anonymous'));
  await putAll(db, tables.recipients, [
    { owner_id: form.form_id, recipient_id: 'rcp_1', unsubscribed_at: 'x' },
  ]);
  await putAll(db, tables.emails, [{ form_id: form.form_id, email_key: 'sub_1.notification.rcp_1' }]);
  await putAll(db, tables.uploads, [{ form_id: form.form_id, upload_id: 'on-its-way' }]);
  const days = counterNamesToDelete(form.form_id, Date.now())
    .filter((_, index) => index % counterStep === 0)
    .map((counter) => ({ counter, received: 1, spam: 0 }));
  await putAll(db, tables.counters, [...days, { counter: `words#${form.form_id}` }]);
  await putAll(db, tables.formJobs, [newSummaryJob(form, Date.now())]);
  for (const [bucket, key] of [
    [buckets.attachments, `${form.form_id}/${made[0]!.submission_id}/file`],
    [buckets.attachments, `${form.form_id}/of-nothing-stored/file`],
    [buckets.attachments, `uploads/${form.form_id}/on-its-way`],
    [buckets.exports, `${form.form_id}/all.csv`],
  ] as const) {
    await buckets.s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: 'x' }));
  }
  return { form, webhookId: webhooks[0]!.webhook_id };
}

/** The submissions in this test have no files. */
const noFiles = {} as Parameters<typeof ingestStore>[3];
const intake = () =>
  ingestStore(stores, { ...stores.tables, slugs: stores.tables.formSlugs }, defaultPlans, noFiles);

async function remove(form: Form): Promise<FormJobMessage> {
  const { forms, formSlugs: slugs, formJobs: jobs } = stores.tables;
  const removal = newFormJob('deletion', form, Date.now());
  expect(await formChanger(stores.db, { forms, slugs, jobs }).remove(form, removal)).toBe(true);
  return firstMessage(removal);
}

/** Runs batches until the form job is done. Returns the number of batches and the delay of each message. */
async function work(first: FormJobMessage, jobs = deps()): Promise<{ batches: number; delays: number[] }> {
  const delays: number[] = [];
  let batches = 0;
  for (let message: FormJobMessage | undefined = first; message;) {
    const next = await runFormJobBatch(message, jobs);
    batches += 1;
    if (next?.delaySeconds) delays.push(next.delaySeconds);
    message = next?.message;
  }
  return { batches, delays };
}

/** Returns every stored item and file that refers to this form. */
async function tracesOf({ form_id, slug }: Form): Promise<string[]> {
  const part = form_id.slice('frm_'.length);
  const traces: string[] = [];
  for (const [name, TableName] of Object.entries(stores.tables)) {
    for await (const { Items = [] } of paginateScan({ client: stores.db }, { TableName })) {
      for (const item of Items) {
        const text = JSON.stringify(item);
        const keys = [
          'form_id',
          'slug',
          'webhook_id',
          'delivery_id',
          'submission_id',
          'key_digest',
          'upload_id',
          'counter',
        ];
        if (text.includes(part) || item['slug'] === slug)
          traces.push([name, ...keys.map((key) => String(item[key]))].join(' '));
      }
    }
  }
  for (const bucket of [buckets.attachments, buckets.exports]) {
    traces.push(...(await buckets.keys(bucket)).filter((key) => key.includes(part)));
  }
  return traces;
}

// This test runs first, while the tables are small, because each step reads all of them.
it('leaves nothing behind, no matter which step fails first', async () => {
  for (let failing = 0; ; failing += 1) {
    const { form } = await fullForm(3);
    const message = await remove(form);
    const seen = { calls: 0, failed: false };
    const flaky = new Proxy(deps(), {
      get:
        (target, name: keyof FormJobDeps) =>
        async (...given: never[]) => {
          const result: unknown = await (target[name] as (...all: never[]) => unknown)(...given);
          // Simulates a call that succeeds just before the function crashes.
          if (seen.calls++ === failing) {
            seen.failed = true;
            throw new Error('died');
          }
          return result;
        },
    });
    // The queue redelivers the same message.
    await work(message, flaky).catch(() => work(message, flaky));
    expect(await tracesOf(form)).toEqual([]);
    if (!seen.failed) break;
  }
}, 120_000);

it('removes a form with 5,000 submissions from all tables and buckets but no data of other forms', async () => {
  const other = (await fullForm(30)).form;
  const before = await tracesOf(other);
  const { form } = await fullForm(5_000, 1);
  expect((await tracesOf(form)).length).toBeGreaterThan(5_000);

  const { delays } = await work(await remove(form));

  expect(await tracesOf(form)).toEqual([]);
  expect(await tracesOf(other)).toEqual(before);
  expect(delays).toEqual([LATE_WRITES_SECONDS]);
}, 120_000);

it("removes a form's deliveries from an account-wide webhook and keeps those of other forms", async () => {
  const { db, tables } = stores;
  const account_id = newAccountId(systemRandom);
  const [form, other] = [
    await storedForm(stores, { account: account_id }),
    await storedForm(stores, { account: account_id }),
  ];
  const url = 'https://example.com/';
  const webhook = newWebhook({ account_id, owner_id: account_id }, { url }, Date.now(), systemRandom);
  await putAll(db, tables.webhooks, [webhook]);
  // Each query returns more than one page, and the form's items are interleaved with other items.
  const long = 'x'.repeat(1000);
  const deliveries = Array.from({ length: 1_200 }, (_, index) => ({
    ...newDelivery(webhook.webhook_id, submissionOf(index % 2 ? form : other).submission_id, Date.now()),
    last_error: long,
  }));
  const ping = newTestDelivery(webhook.webhook_id, Date.now(), systemRandom);
  await putAll(db, tables.deliveries, [...deliveries, ping]);

  const { batches } = await work(await remove(form), deps({ batchMs: 0 }));

  // The form job needs two passes, and the first one takes two batches.
  expect(batches).toBe(3);
  expect(await tracesOf(form)).toEqual([]);
  const left = await tracesOf({ ...other, form_id: webhook.webhook_id.replace('wh_', 'frm_') });
  const kept = [...deliveries.filter((_, index) => index % 2 === 0), ping];
  expect(left.filter((trace) => trace.startsWith('deliveries '))).toHaveLength(kept.length);
  expect(left.filter((trace) => trace.startsWith('webhooks '))).toHaveLength(1);
}, 60_000);

it('frees the slug and hides the form immediately', async () => {
  const { form } = await fullForm(1);
  await remove(form);
  expect(await intake().findForm(form.slug)).toBeUndefined();
  expect(
    await formReader(stores.db, stores.tables.forms).find(form.account_id, form.form_id),
  ).toBeUndefined();
  const next = await storedForm(stores, { slug: form.slug });
  expect((await intake().findForm(form.slug))?.form_id).toBe(next.form_id);
  await work(firstMessage(newFormJob('deletion', form, Date.now())));
  expect((await intake().findForm(form.slug))?.form_id).toBe(next.form_id);
});

it("continues in more batches if one batch can't delete everything", async () => {
  const { form } = await fullForm(1_700);
  const { batches } = await work(await remove(form), deps({ batchMs: 0 }));
  expect(batches).toBeGreaterThan(3);
  expect(await tracesOf(form)).toEqual([]);
}, 60_000);

it('removes records that were written late in its last pass', async () => {
  const { form, webhookId } = await fullForm(3);
  const next = await runFormJobBatch(await remove(form), deps());
  expect(next).toMatchObject({ message: { pass: 'last' }, delaySeconds: LATE_WRITES_SECONDS });

  // Simulates a race: when the form was deleted, ingest had already read the slug, and fan-out had already
  // read the webhooks.
  const late = submissionOf(form);
  await intake().storeOnce(late, onceKeyOfHeader('another key', 'anonymous'));
  await putAll(stores.db, stores.tables.deliveries, [newDelivery(webhookId, late.submission_id, Date.now())]);
  const Key = `${form.form_id}/${late.submission_id}/file`;
  await buckets.s3.send(new PutObjectCommand({ Bucket: buckets.attachments, Key, Body: 'x' }));

  await work(next!.message);
  expect(await tracesOf(form)).toEqual([]);
});

it('does nothing if its message is repeated after it has finished', async () => {
  const { form } = await fullForm(1);
  const message = await remove(form);
  await work(message);
  expect(await work(message)).toEqual({ batches: 1, delays: [] });
});
