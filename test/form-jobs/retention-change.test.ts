import { formChanger } from '../../lambdas/forms/form-store.ts';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import { DAY, epochSeconds } from '../../lambdas/core/clock.ts';
import { applyFormPatch, type Form } from '../../lambdas/forms/form.ts';
import {
  firstMessage,
  newFormJob,
  runFormJobBatch,
  type FormJobMessage,
} from '../../lambdas/forms/jobs/form-job.ts';
import { formJobDeps } from '../../lambdas/form-jobs/form-job-deps.ts';
import { S3Client } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';

let stores: TestStores;

beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const now = Date.now();
const day = (days: number): number => epochSeconds(now + days * DAY);

const deps = (batchMs?: number) =>
  formJobDeps(
    stores.db,
    new S3Client({ region: 'us-east-1' }),
    { tables: stores.tables, buckets: { attachments: 'none', exports: 'none' } },
    Date.now,
    () => Promise.reject(new Error('no summary is due')),
    batchMs,
  );

/**
 * Changes the form's retention as the API operation does, and returns the message that starts the form job.
 */
async function change(
  before: Form,
  retention_days: number | null,
): Promise<{ after: Form; start: FormJobMessage }> {
  const { forms, formSlugs: slugs, formJobs: jobs } = stores.tables;
  const after = applyFormPatch(before, { retention_days }, Date.now());
  const job = newFormJob('retention', after, Date.now());
  expect(await formChanger(stores.db, { forms, slugs, jobs }).replace(before, after, [job])).toBe('written');
  return { after, start: firstMessage(job) };
}

async function work(start: FormJobMessage, batchMs?: number): Promise<number> {
  let batches = 0;
  for (let message: FormJobMessage | undefined = start; message; batches += 1) {
    message = (await runFormJobBatch(message, deps(batchMs)))?.message;
  }
  return batches;
}

async function expiryOf({ form_id, submission_id }: Submission): Promise<unknown> {
  const Key = { form_id, submission_id };
  const { Item } = await stores.db.send(new GetCommand({ TableName: stores.tables.submissions, Key }));
  return Item?.['expires_at'];
}

it('applies a shorter, longer, or unlimited retention to stored submissions', async () => {
  const form = await storedForm(stores);
  const [old, young] = [submissionOf(form, { at: now - 10 * DAY }), submissionOf(form, { at: now })];
  const spam = submissionOf(form, { at: now - 10 * DAY, status: 'spam' });
  await putSubmissions(stores, [old, young, spam]);
  const expiries = () => Promise.all([old, young, spam].map(expiryOf));

  const month = await change(form, 30);
  await work(month.start);
  expect(await expiries()).toEqual([day(20), day(30), day(20)]);

  const fortnight = await change(month.after, 14);
  await work(fortnight.start);
  expect(await expiries()).toEqual([day(4), day(14), day(4)]);

  const ever = await change(fortnight.after, null);
  await work(ever.start);
  expect(await expiries()).toEqual([undefined, undefined, day(4)]);
});

it('immediately hides submissions older than the new retention', async () => {
  const form = await storedForm(stores);
  const old = submissionOf(form, { at: now - 10 * DAY });
  await putSubmissions(stores, [old]);
  await work((await change(form, 7)).start);
  const { find } = submissionStore(stores.db, stores.tables.submissions);
  expect(await find(form.form_id, old.submission_id)).toBeUndefined();
});

it('runs in several batches and cleans up its job', async () => {
  const form = await storedForm(stores);
  const made = Array.from({ length: 1_200 }, () => submissionOf(form, { at: now }));
  await putSubmissions(stores, made);
  expect(await work((await change(form, 30)).start, 0)).toBeGreaterThan(4);
  expect(new Set(await Promise.all(made.map(expiryOf)))).toEqual(new Set([day(30)]));
  expect(await deps().find(form.form_id, 'retention')).toBeUndefined();
});

it('applies the newest retention even if an older message arrives last', async () => {
  const form = await storedForm(stores);
  const submission = submissionOf(form, { at: now });
  await putSubmissions(stores, [submission]);
  const first = await change(form, 30);
  const second = await change(first.after, 60);
  await work(second.start);
  await work(first.start);
  expect(await expiryOf(submission)).toBe(day(60));
});

it('updates submissions stored with the old retention in the meantime during its last pass', async () => {
  const form = await storedForm(stores);
  const { start } = await change(form, 30);
  const next = await runFormJobBatch(start, deps());
  const late = submissionOf(form, { at: now });
  await putSubmissions(stores, [late]);
  expect(await expiryOf(late)).toBeUndefined();
  await work(next!.message);
  expect(await expiryOf(late)).toBe(day(30));
});

it('ends if the form has been deleted since the change', async () => {
  const form = await storedForm(stores);
  const { after, start } = await change(form, 30);
  const { forms, formSlugs: slugs, formJobs: jobs } = stores.tables;
  await formChanger(stores.db, { forms, slugs, jobs }).remove(after, newFormJob('deletion', after, now));
  await work(start);
  expect(await deps().find(form.form_id, 'retention')).toBeUndefined();
});
