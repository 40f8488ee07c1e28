import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { onceKeyOfHeader } from '../../lambdas/ingest/idempotency.ts';
import { ingestStore } from '../../lambdas/ingest/ingest-store.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newSubmission } from '../../lambdas/submissions/submission.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import type { IngestStore } from '../../lambdas/ingest/ingest.ts';

let stores: TestStores;
let store: IngestStore;

beforeAll(async () => {
  stores = await startStores();
  store = ingestStore(stores, { ...stores.tables, slugs: stores.tables.formSlugs }, defaultPlans, noFiles);
});
afterAll(() => stores.stop());

/** The submissions in these tests have no files. */
const noFiles = {} as IngestStore['files'];

const form = { form_id: 'frm_0123456789', account_id: 'acc_1', retention_days: null };
const rules = { now: Date.now(), random: systemRandom, spamRetentionDays: 30 };
const submissionOf = (...pairs: [string, string][]) =>
  newSubmission(form, { status: 'received', payload: payloadOfPairs(pairs) }, rules);

it('never counts beyond the limit, even if requests race', async () => {
  const rule = { counter: 'quota#race', limit: 7, expiresAt: 2_000_000_000 };
  const counted = await Promise.all(Array.from({ length: 50 }, () => store.count(rule)));
  expect(counted.filter(Boolean)).toHaveLength(7);
});

it('counts nothing if the limit is zero', async () => {
  expect(await store.count({ counter: 'quota#none', limit: 0, expiresAt: 2_000_000_000 })).toBe(false);
});

it('releases a unit so that it can be counted again', async () => {
  const rule = { counter: 'quota#back', limit: 1, expiresAt: 2_000_000_000 };
  expect(await store.count(rule)).toBe(true);
  await store.release(rule);
  expect(await store.count(rule)).toBe(true);
});

it('stores one submission per idempotency key and returns it to all racing requests', async () => {
  const made = Array.from({ length: 50 }, () => submissionOf(['name', 'Ada']));
  const results = await Promise.all(
    made.map((each) => store.storeOnce(each, onceKeyOfHeader('the key', 'anonymous'))),
  );
  const winners = made.filter((_, index) => results[index] === undefined);
  expect(winners).toHaveLength(1);
  const ids = new Set(results.filter((each) => each !== undefined).map((each) => each.submission_id));
  expect([...ids]).toEqual([winners[0]!.submission_id]);
});

it('returns all submitted fields in order, including __proto__', async () => {
  const pairs: [string, string][] = [
    ['zeta', ''],
    ['__proto__', 'x'],
    ['constructor', 'y'],
    ['alpha', 'Grüße 🙂'],
  ];
  const submission = submissionOf(...pairs);
  await store.store(submission);
  const found = await submissionStore(stores.db, stores.tables.submissions).find(
    form.form_id,
    submission.submission_id,
  );
  expect([...found!.payload]).toEqual(pairs);
});
