/** Tests forms whose submissions are spread over several partitions (docs/decisions/0054). */
import { jest } from '@jest/globals';
import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setImmediate as turn } from 'node:timers/promises';
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { formSplitStore } from '../../lambdas/analytics/form-split-store.ts';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { DAY } from '../../lambdas/core/clock.ts';
import { pieceOf } from '../../lambdas/core/submission-pieces.ts';
import { searchedSubmissionStore } from '../../lambdas/data-requests/searched-submission-store.ts';
import { submissionErasureStore } from '../../lambdas/erasure/submission-erasure-store.ts';
import { formReader, wholeFormReader } from '../../lambdas/forms/form-store.ts';
import { firstMessage, runFormJobBatch } from '../../lambdas/forms/jobs/form-job.ts';
import { applyFormPatch, type Form } from '../../lambdas/forms/form.ts';
import { formJobDeps } from '../../lambdas/form-jobs/form-job-deps.ts';
import { formJobStore } from '../../lambdas/form-jobs/form-job-store.ts';
import { bulkUpdateDeps } from '../../lambdas/form-jobs/bulk-update-deps.ts';
import { runBulkUpdate } from '../../lambdas/form-jobs/bulk-update.ts';
import { ingestStore } from '../../lambdas/ingest/ingest-store.ts';
import { submissionChanges } from '../../lambdas/submissions/submission-change-store.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import { Random } from '../simulation/random.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let key: string;
let accountId: string;

beforeAll(async () => {
  service = await startOperations();
  ({ key, accountId } = await newAccount(service.stores));
});
afterAll(() => service.stop());

const form = () => storedForm(service.stores, { account: accountId });
const splitter = (db: DocumentClient = service.stores.db) =>
  formSplitStore(db, { forms: service.stores.tables.forms, formSlugs: service.stores.tables.formSlugs });
const formNow = async ({ form_id }: Form) =>
  (await formReader(service.stores.db, service.stores.tables.forms).find(accountId, form_id))!;
const idsOf = (rows: readonly { submission_id: string }[]) => rows.map(({ submission_id }) => submission_id);

/** Creates the store of a function environment, which has its own cache. */
function environment() {
  const { stores } = service;
  const files = {} as Parameters<typeof ingestStore>[3];
  return ingestStore(stores, { ...stores.tables, slugs: stores.tables.formSlugs }, defaultPlans, files);
}

/** Returns a client that runs `before` before each call. If it throws, the call isn't made. */
function interrupted(before: (call: number) => Promise<unknown>): DocumentClient {
  let calls = 0;
  return new Proxy(service.stores.db, {
    get: (target, name) =>
      name === 'send'
        ? async (command: never): Promise<unknown> => {
            await before(++calls);
            return target.send(command);
          }
        : (Reflect.get(target, name) as unknown),
  });
}

/** Returns a client that fails after this number of calls, like a function that crashes. */
const dyingAfter = (most: number): DocumentClient =>
  interrupted((call) => (call > most ? Promise.reject(new Error('died')) : Promise.resolve()));

/**
 * Stores submissions through several environments while the form is split. Some writers and the first attempt to
 * split die. Returns the stored submissions, newest first.
 */
async function filled(of: Form, count: number, seed: number): Promise<Submission[]> {
  const random = new Random(seed);
  const environments = [environment(), environment(), environment()];
  const stored: Submission[] = [];
  const start = Date.now() - DAY;
  const write = async (number: number): Promise<void> => {
    for (let turns = random.between(0, 40); turns > 0; turns -= 1) await turn();
    const { findForm, store } = random.pick(environments);
    const found = await findForm(of.slug);
    const submission = submissionOf(found as Form, {
      at: start + random.between(0, 20) * 1000,
      status: random.chance(0.3) ? 'spam' : 'received',
      fields: { name: number % 5 === 0 ? 'Grace' : 'Ada', number: String(number) },
    });
    if (random.chance(0.1)) return;
    await store(submission);
    stored.push(submission);
    if (random.chance(0.9)) return;
    // An accepted submission is in the list at once.
    const { rows } = await submissionStore(service.stores.db, service.stores.tables.submissions).list(
      await formNow(of),
      {},
      1000,
      undefined,
    );
    expect(idsOf(rows)).toContain(submission.submission_id);
  };
  const split = async (): Promise<void> => {
    for (let turns = 15; turns > 0; turns -= 1) await turn();
    await splitter(dyingAfter(seed % 3))
      .split(of)
      .catch(() => false);
    for (let turns = 5; turns > 0; turns -= 1) await turn();
    while (!(await splitter().split(of)));
  };
  await Promise.all([...Array.from({ length: count }, (_, number) => write(number)), split()]);
  // The environments might have cached a form that they read before the split only if it was hot already.
  for (let number = 0; number < 40; number += 1) await write(count + number);
  return stored.toSorted((a, b) => (a.submission_id < b.submission_id ? 1 : -1));
}

async function listed(of: Form, query: Record<string, string> = {}): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { status, body } = await service.call('listSubmissions', {
      key,
      path: { id: of.form_id },
      query: { limit: '7', ...query, ...(cursor !== undefined && { cursor }) },
    });
    expect(status).toBe(200);
    found.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  return found;
}

it.each([1, 2, 3])(
  'finds every submission exactly once, in order, whatever died during the split (%i)',
  async (seed) => {
    const { db, tables } = service.stores;
    const of = await form();
    const stored = await filled(of, 150, seed);
    const hot = await formNow(of);
    expect(hot.pieces).toBe(8);
    expect(new Set(stored.map(({ submission_id }) => pieceOf(submission_id))).size).toBe(8);
    const received = stored.filter(({ status }) => status === 'received');

    expect(await listed(of)).toEqual(idsOf(stored));
    expect(await listed(of, { status: 'received' })).toEqual(idsOf(received));
    expect(await listed(of, { status: 'spam' })).toEqual(
      idsOf(stored.filter(({ status }) => status === 'spam')),
    );
    expect(await listed(of, { q: 'grace' })).toEqual(
      idsOf(stored.filter(({ payload }) => [...payload].some(([, value]) => value === 'Grace'))),
    );
    const [since, until] = [stored[120]!.received_at, stored[30]!.received_at];
    const isBetween = ({ received_at }: Submission) => received_at >= since && received_at < until;
    expect(await listed(of, { since, until })).toEqual(idsOf(stored.filter(isBetween)));

    const exported = await service.call('exportSubmissions', {
      key,
      path: { id: of.form_id },
      query: { format: 'ndjson' },
    });
    const lines = exported.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id }) => id)).toEqual(idsOf(stored));
    expect(new Set(lines.map(({ form_id }) => form_id))).toEqual(new Set([of.form_id]));

    const submissions = submissionStore(db, tables.submissions);
    expect(await submissions.count(hot, {}, () => false)).toBe(stored.length);
    for (const { submission_id } of stored) {
      expect(await submissions.find(of.form_id, submission_id)).toMatchObject({ form_id: of.form_id });
    }

    const dated = await submissionChanges(db, tables.submissions).page(hot, undefined);
    expect(idsOf(dated.rows).toSorted()).toEqual(idsOf(stored).toSorted());
    const { rows } = await searchedSubmissionStore(db, tables).page(hot, {});
    expect(idsOf(rows).toSorted()).toEqual(idsOf(stored).toSorted());
  },
);

it('changes, erases and deletes submissions in every piece', async () => {
  const { stores, buckets, call } = service;
  const of = await form();
  const stored = await filled(of, 100, 7);
  const inPiece = (piece: number) => stored.filter(({ submission_id }) => pieceOf(submission_id) === piece);
  const received = stored.filter(({ status }) => status === 'received');

  const started = await call('changeFormSubmissions', {
    key,
    path: { id: of.form_id },
    body: { filter: { status: 'received' }, action: 'star' },
  });
  expect(started.body).toMatchObject({ matched: received.length });
  await stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.formJobs,
      Key: { form_id: of.form_id, kind: started.body.id },
      UpdateExpression: 'SET undo_until = :now',
      ExpressionAttributeValues: { ':now': new Date().toISOString() },
    }),
  );
  const runner = (await formJobStore(stores.db, stores.tables.formJobs).find(of.form_id, 'bulk-update'))!;
  await runBulkUpdate(firstMessage(runner), bulkUpdateDeps(stores.db), () => false);
  expect(await listed(of, { starred: 'true' })).toEqual(idsOf(received));

  // Moving a submission to spam adds it to the index of its piece.
  const [moved] = inPiece(5).filter(({ status }) => status === 'received');
  const id = moved!.submission_id;
  expect((await call('updateSubmission', { key, path: { id }, body: { status: 'spam' } })).status).toBe(200);
  expect(await listed(of, { status: 'spam' })).toContain(id);
  const [gone] = inPiece(3);
  expect((await call('deleteSubmission', { key, path: { id: gone!.submission_id } })).status).toBe(204);
  const erasure = submissionErasureStore(stores.db, buckets.s3, stores.tables, buckets.attachments);
  const [erased] = inPiece(4);
  expect(await erasure.mark(erased!)).toEqual({});
  await erasure.removeSubmission(erased!);
  const left = idsOf(stored).filter((each) => each !== gone!.submission_id && each !== erased!.submission_id);
  expect(await listed(of)).toEqual(left);

  expect((await call('deleteForm', { key, path: { id: of.form_id } })).status).toBe(204);
  const noEmail = () => Promise.reject(new Error('no summary is due'));
  const jobs = formJobDeps(stores.db, buckets.s3, { tables: stores.tables, buckets }, Date.now, noEmail);
  const deletion = (await formJobStore(stores.db, stores.tables.formJobs).find(of.form_id, 'deletion'))!;
  await runFormJobBatch(firstMessage(deletion), jobs);
  const { Items = [] } = await stores.db.send(new ScanCommand({ TableName: stores.tables.submissions }));
  expect(Items.filter(({ form_id }) => String(form_id).startsWith(of.form_id))).toEqual([]);
});

it('applies a new retention to every piece', async () => {
  const { stores, buckets } = service;
  const of = await form();
  await splitter().split(of);
  const hot = (await wholeFormReader(stores.db, stores.tables.forms).find(accountId, of.form_id))!;
  const made = Array.from({ length: 40 }, () => submissionOf(hot));
  await putSubmissions(stores, made);
  const { status } = await service.call('updateForm', {
    key,
    path: { id: of.form_id },
    body: { retention_days: 30 },
  });
  expect(status).toBe(200);
  const noEmail = () => Promise.reject(new Error('no summary is due'));
  const jobs = formJobDeps(stores.db, buckets.s3, { tables: stores.tables, buckets }, Date.now, noEmail);
  const job = (await formJobStore(stores.db, stores.tables.formJobs).find(of.form_id, 'retention'))!;
  await runFormJobBatch(firstMessage(job), jobs);
  for await (const rows of submissionStore(stores.db, stores.tables.submissions).all(await formNow(of), {}))
    for (const { expires_at, received_at } of rows)
      expect(expires_at).toBe(Math.floor((Date.parse(received_at) + 30 * DAY) / 1000));
});

it("keeps the pieces when the owner changes the form, and doesn't undo the owner's change", async () => {
  const { db, tables } = service.stores;
  const of = await form();
  const update = (body: object) => service.call('updateForm', { key, path: { id: of.form_id }, body });
  // The owner renames the form after it was read to be split.
  const renaming = interrupted(async (call) => call === 2 && update({ slug: `${of.slug}-new` }));
  expect(await splitter(renaming).split(of)).toBe(false);
  expect(await splitter().split(of)).toBe(true);
  expect(await formNow(of)).toMatchObject({ slug: `${of.slug}-new`, pieces: 8 });
  await update({ name: 'Another name' });
  for (const name of [`${of.slug}-new`, of.form_id])
    expect(await environment().findForm(name)).toMatchObject({ name: 'Another name', pieces: 8 });
  expect(await environment().findForm(of.slug)).toBeUndefined();
  const whole = (await wholeFormReader(db, tables.forms).find(accountId, of.form_id))!;
  expect(applyFormPatch(whole, { name: 'A third name' }, Date.now()).pieces).toBe(8);
});

it('makes the same calls as before for a form that was never hot', async () => {
  const { db, tables } = service.stores;
  const of = await form();
  await putSubmissions(service.stores, [submissionOf(of), submissionOf(of)]);
  const submissions = submissionStore(db, tables.submissions);
  const sent = jest.spyOn(db, 'send').mockClear();
  const { rows } = await submissions.list(of, {}, 25, undefined);
  await submissions.find(of.form_id, rows[0]!.submission_id);
  await submissions.count(of, {}, () => false);
  const reads = sent.mock.calls.map(([{ constructor, input }]) => [
    constructor.name,
    JSON.stringify(input).includes('~'),
  ]);
  expect(reads).toEqual([
    ['QueryCommand', false],
    ['GetCommand', false],
    ['QueryCommand', false],
  ]);
});

it('reads a hot form once a second and ignores marks in the cached form', async () => {
  const { stores } = service;
  const of = await form();
  let now = Date.now();
  const { preflightStore } = await import('../../lambdas/ingest/ingest-store.ts');
  const { findForm } = preflightStore(
    stores,
    { ...stores.tables, slugs: stores.tables.formSlugs },
    defaultPlans,
    { forPosts: true, now: () => now },
  );
  const get = jest.spyOn(stores.items, 'get').mockClear();
  const readsOf = async (times: number): Promise<number> => {
    get.mockClear();
    for (let time = 0; time < times; time += 1) await findForm(of.slug);
    return get.mock.calls.length;
  };
  expect(await readsOf(3)).toBe(3);
  await splitter().split(of);
  expect(await readsOf(3)).toBe(1);
  expect(await findForm(of.slug)).not.toHaveProperty('no_emails');
  now += 999;
  expect(await readsOf(1)).toBe(0);
  now += 1;
  expect(await readsOf(1)).toBe(1);
});
