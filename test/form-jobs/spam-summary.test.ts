/**
 * Tests the weekly spam summary for a form: when it's sent, what it contains, and that it's sent only once.
 */
import { S3Client } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { DAY, HOUR, timestamp } from '../../lambdas/core/clock.ts';
import type { SpamSummaryJob } from '../../lambdas/spam/spam-summary-job.ts';
import { formJobDeps } from '../../lambdas/form-jobs/form-job-deps.ts';
import { formJobStore } from '../../lambdas/form-jobs/form-job-store.ts';
import { firstMessage, runFormJobBatch, newSummaryJob } from '../../lambdas/forms/jobs/form-job.ts';
import { formWriter } from '../../lambdas/forms/form-store.ts';
import { newForm, type Form } from '../../lambdas/forms/form.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newSubmission } from '../../lambdas/submissions/submission.ts';
import { honeypotScore, type SpamScore } from '../../lambdas/spam/spam-score.ts';
import { putSubmissions } from '../support/samples/stored-records.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const START = Date.now();
const WEEK = 7 * DAY;
const GUESSED: SpamScore = { score: 75, reasons: [{ code: 'repeated-text', points: 75, detail: 'x' }] };

async function formThatWants(weekly_spam_summary: boolean): Promise<Form> {
  const { db, tables } = stores;
  const slug = `form-${Buffer.from(systemRandom(6)).toString('hex')}`;
  const form = newForm('acc_1', { name: 'A form', slug, weekly_spam_summary }, START, systemRandom);
  const names = { forms: tables.forms, slugs: tables.formSlugs, jobs: tables.formJobs };
  await formWriter(db, names).create(form, undefined, [newSummaryJob(form, START)]);
  return form;
}

async function filedAt(form: Form, at: number, spam: SpamScore): Promise<string> {
  const payload = new Map([['name', 'Bob']]);
  const config = { now: at, random: systemRandom, spamRetentionDays: 30 };
  const submission = newSubmission(form, { status: 'spam', payload, spam }, config);
  await putSubmissions(stores, [submission]);
  return submission.submission_id;
}

/**
 * Runs the hourly search for due spam summaries at the given time, then runs the function for each form that
 * it finds.
 */
async function hourlySearch(form: Form, now: number): Promise<SpamSummaryJob[]> {
  const queued: SpamSummaryJob[] = [];
  const deps = formJobDeps(
    stores.db,
    new S3Client({ region: 'us-east-1' }),
    { tables: stores.tables, buckets: { attachments: 'none', exports: 'none' } },
    () => now,
    (job) => Promise.resolve(void queued.push(job)),
  );
  const found = await formJobStore(stores.db, stores.tables.formJobs).untouchedSince(now - HOUR);
  for (const job of found) {
    if (job.form_id !== form.form_id || !('webhook_ids' in job)) continue;
    expect(await runFormJobBatch(firstMessage(job), deps)).toBeUndefined();
    // The queue can deliver a message twice.
    expect(await runFormJobBatch(firstMessage(job), deps)).toBeUndefined();
  }
  return queued;
}

it("is sent once a week if submissions were moved to spam because of their score or the owner's list", async () => {
  const form = await formThatWants(true);
  const old = await filedAt(form, START + DAY, GUESSED);
  await filedAt(form, START + 2 * DAY, honeypotScore('_gotcha'));
  const recent = await filedAt(form, START + 3 * DAY, GUESSED);
  const next = await filedAt(form, START + WEEK + DAY, GUESSED);

  expect(await hourlySearch(form, START + WEEK - 1)).toEqual([]);
  expect(await hourlySearch(form, START + WEEK + 10 * 60_000)).toEqual([
    {
      kind: 'spam-summary',
      account_id: 'acc_1',
      form_id: form.form_id,
      submission_ids: [recent, old],
      until: timestamp(START + WEEK),
      filed: 2,
    },
  ]);
  expect(await hourlySearch(form, START + WEEK + HOUR)).toEqual([]);
  expect(await hourlySearch(form, START + 2 * WEEK + 1)).toMatchObject([
    { submission_ids: [next], until: timestamp(START + 2 * WEEK), filed: 1 },
  ]);
  expect(await hourlySearch(form, START + 3 * WEEK + 1)).toEqual([]);
});

it('ends when it is turned off for the form', async () => {
  const form = await formThatWants(false);
  await filedAt(form, START + DAY, GUESSED);
  expect(await hourlySearch(form, START + WEEK + 1)).toEqual([]);
  const Key = { form_id: form.form_id, kind: 'spam-summary' };
  const { Item } = await stores.db.send(new GetCommand({ TableName: stores.tables.formJobs, Key }));
  expect(Item).toBeUndefined();
});

it('continues a week from now after a long pause', async () => {
  const form = await formThatWants(true);
  await filedAt(form, START + DAY, GUESSED);
  expect(await hourlySearch(form, START + 3 * WEEK)).toHaveLength(1);
  expect(await hourlySearch(form, START + 3 * WEEK + HOUR)).toEqual([]);
  expect(await hourlySearch(form, START + 4 * WEEK - 1)).toEqual([]);
});
