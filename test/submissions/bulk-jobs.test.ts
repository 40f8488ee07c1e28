/** Tests bulk jobs, which update submissions by filter, with the function that runs them. */
import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { bulkUpdateDeps } from '../../lambdas/form-jobs/bulk-update-deps.ts';
import { runBulkUpdate, type BulkUpdateDeps } from '../../lambdas/form-jobs/bulk-update.ts';
import { formJobStore } from '../../lambdas/form-jobs/form-job-store.ts';
import { firstMessage } from '../../lambdas/forms/jobs/form-job.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';
import { newAccount, newKey } from '../support/samples/accounts.ts';
import { invite, signIn } from '../support/samples/people.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import type { Answered } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;

beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());

/** Creates an account with a form that has these submissions. */
async function stored(accepted: number, spam: number, quota = 1000) {
  const { stores, call } = service;
  const { accountId, key } = await newAccount(stores, { monthly_quota: quota });
  const form = await storedForm(stores, { account: accountId });
  const make = (count: number, status: Submission['status']) =>
    Array.from({ length: count }, () => submissionOf(form, { status, at: Date.now() - 1000 }));
  const made = { received: make(accepted, 'received'), spam: make(spam, 'spam') };
  await putSubmissions(stores, [...made.received, ...made.spam]);
  return {
    accountId,
    key,
    form,
    received: made.received.map(({ submission_id }) => submission_id),
    spam: made.spam.map(({ submission_id }) => submission_id),
    start: (body: unknown) => call('changeFormSubmissions', { key, path: { id: form.form_id }, body }),
    startForAll: (body: unknown) => call('changeSubmissions', { key, body }),
    job: async (id: string) => (await call('getBulkJob', { key, path: { id } })).body,
    undo: (id: string) => call('undoBulkJob', { key, path: { id } }),
    get: (id: string) => call('getSubmission', { key, path: { id } }),
    patch: (id: string, body: unknown) => call('updateSubmission', { key, path: { id }, body }),
    listed: async (query: Record<string, string> = {}): Promise<string[]> => {
      const path = { id: form.form_id };
      const { body } = await call('listSubmissions', { key, path, query: { limit: '100', ...query } });
      return body.data.map(({ id }: { id: string }) => id);
    },
    rows: async (): Promise<any[]> =>
      (await call('listAuditLog', { key })).body.data.filter(({ action }: any) => action !== 'createAccount'),
  };
}

/** Advances the clock past the time during which the job can be undone. */
async function letTimePass({ body: { id } }: Answered): Promise<void> {
  const { db, tables } = service.stores;
  const { Items = [] } = await db.send(new ScanCommand({ TableName: tables.formJobs }));
  const { form_id } = Items.find(({ kind }) => kind === id)!;
  await db.send(
    new UpdateCommand({
      TableName: tables.formJobs,
      Key: { form_id, kind: id },
      UpdateExpression: 'SET undo_until = :now',
      ExpressionAttributeValues: { ':now': new Date().toISOString() },
    }),
  );
}

/** Runs the job of a form or account as its queue messages do. Returns the delays between the messages. */
async function run(
  ownerId: string,
  { deps, isOutOfTime = () => false }: { deps?: Partial<BulkUpdateDeps>; isOutOfTime?: () => boolean } = {},
): Promise<number[]> {
  const { db, tables } = service.stores;
  const runner = await formJobStore(db, tables.formJobs).find(ownerId, 'bulk-update');
  const delays: number[] = [];
  for (let message = runner && firstMessage(runner); message;) {
    const next = await runBulkUpdate(message, { ...bulkUpdateDeps(db), ...deps }, isOutOfTime);
    if (next) delays.push(next.delaySeconds);
    message = next?.message;
    if (next && next.delaySeconds > 0) break;
  }
  return delays;
}

it('waits ten seconds and then changes all matching submissions', async () => {
  const { form, start, job, listed, get, received, spam } = await stored(3, 260);
  const before = Date.now();
  const started = await start({ filter: { status: 'spam' }, action: 'delete' });
  expect(started).toMatchObject({
    status: 202,
    headers: { location: `/v1/bulk-jobs/${started.body.id}` },
    body: { status: 'waiting', action: 'delete', matched: 260, done: 0 },
  });
  const undoFor = Date.parse(started.body.undo_until) - before;
  expect(undoFor).toBeGreaterThanOrEqual(10_000);
  expect(undoFor).toBeLessThan(15_000);

  const [delay] = await run(form.form_id);
  expect(delay).toBeGreaterThan(5);
  expect(delay).toBeLessThanOrEqual(10);
  expect((await get(spam[0]!)).status).toBe(200);
  expect(await job(started.body.id)).toEqual(started.body);

  await letTimePass(started);
  await run(form.form_id);
  expect(await job(started.body.id)).toMatchObject({ status: 'finished', matched: 260, done: 260 });
  expect((await listed()).toSorted()).toEqual(received.toSorted());
});

it('can be undone during these ten seconds but not afterwards', async () => {
  const { form, start, undo, job, listed, spam, rows } = await stored(0, 2);
  const first = await start({ filter: { status: 'spam' }, action: 'delete' });
  for (let time = 0; time < 2; time += 1) {
    expect(await undo(first.body.id)).toMatchObject({ status: 200, body: { status: 'undone', done: 0 } });
  }
  await letTimePass(first);
  await run(form.form_id);
  expect(await job(first.body.id)).toMatchObject({ status: 'undone', done: 0 });
  expect((await undo(first.body.id)).status).toBe(409);
  expect((await listed({ status: 'spam' })).toSorted()).toEqual(spam.toSorted());
  expect(await rows()).toMatchObject([
    { action: 'undoBulkJob', target: { id: form.form_id, name: 'A form' }, outcome: 'completed' },
    { action: 'changeFormSubmissions', target: { id: form.form_id, name: 'A form' }, outcome: 'failed' },
  ]);

  const second = await start({ filter: { status: 'spam' }, action: 'delete' });
  await letTimePass(second);
  expect((await undo(second.body.id)).status).toBe(409);
  await run(form.form_id);
  expect(await job(second.body.id)).toMatchObject({ status: 'finished', done: 2 });
  expect((await undo(second.body.id)).status).toBe(409);
});

it("doesn't change submissions that arrive or are changed after the request", async () => {
  const { form, start, patch, get, job, received, spam } = await stored(3, 4);
  const started = await start({ filter: { status: 'spam' }, action: 'star' });
  const late = submissionOf(form, { status: 'spam', at: Date.now() + 5 });
  await putSubmissions(service.stores, [late]);
  await patch(received[0]!, { status: 'spam' });
  await patch(spam[0]!, { status: 'received' });
  await patch(spam[1]!, { note: 'Looks real' });
  // Opening a submission marks it as read, which doesn't count as a change by someone else.
  await patch(spam[2]!, { read: true });
  await letTimePass(started);
  await run(form.form_id);
  expect(await job(started.body.id)).toMatchObject({ status: 'finished', matched: 4, done: 2 });
  const starred = async (id: string) => (await get(id)).body.starred;
  expect(await Promise.all(spam.map(starred))).toEqual([false, false, true, true]);
  expect(await Promise.all([late.submission_id, received[0]!].map(starred))).toEqual([false, false]);
});

it('only changes submissions whose read state matched at the time of the request', async () => {
  const { form, start, patch, get, received } = await stored(3, 0);
  await patch(received[0]!, { read: true });
  const started = await start({ filter: { read: true }, action: 'star' });
  await patch(received[1]!, { read: true });
  await letTimePass(started);
  await run(form.form_id);
  const starred = async (id: string) => (await get(id)).body.starred;
  expect(await Promise.all(received.map(starred))).toEqual([true, false, false]);
});

it.each([
  [{ status: 'spam' }, 'read', { read_at: expect.any(String) }],
  [{ starred: 'false' }, 'star', { starred: true }],
  [{ handled: false, has_files: false }, 'handle', { handled_at: expect.any(String) }],
  [{ status: 'spam', since: '2020-01-01T00:00:00Z' }, 'release', { status: 'received' }],
  [{ read: false, until: '2100-01-01T00:00:00Z' }, 'spam', { status: 'spam' }],
])('accepts the filter %j of a list for the action %s', async (filter, action, expected) => {
  const { form, start, get, job, received, spam } = await stored(1, 1);
  const started = await start({ filter, action });
  expect(started.status).toBe(202);
  await letTimePass(started);
  await run(form.form_id);
  const { matched, done } = await job(started.body.id);
  expect({ matched, done }).toEqual({ matched: 'status' in filter ? 1 : 2, done: matched });
  for (const id of 'status' in filter ? spam : [...received, ...spam])
    expect((await get(id)).body).toMatchObject(expected);
});

it('searches for words in the same way as the list does', async () => {
  const { form, start, listed, job } = await stored(1, 1);
  const found = submissionOf(form, { fields: { message: 'Ein schönes Haus' }, at: Date.now() - 1000 });
  await putSubmissions(service.stores, [found]);
  const started = await start({ filter: { q: 'HAUS schon' }, action: 'delete' });
  expect(started.body.matched).toBe(1);
  await letTimePass(started);
  await run(form.form_id);
  expect(await job(started.body.id)).toMatchObject({ status: 'finished', done: 1 });
  expect(await listed()).not.toContain(found.submission_id);
});

it('covers all forms of the account and allows one job per account and one per form', async () => {
  const { accountId, form, start, startForAll, job, get, spam, rows } = await stored(1, 2);
  const other = await storedForm(service.stores, { account: accountId });
  const there = submissionOf(other, { status: 'spam', at: Date.now() - 1000 });
  await putSubmissions(service.stores, [there]);
  const body = { filter: { status: 'spam' }, action: 'delete' };
  const ofAccount = await startForAll(body);
  expect(ofAccount).toMatchObject({ status: 202, body: { matched: 3 } });
  expect((await rows())[0].target).toEqual({ type: 'account', id: accountId, name: null });
  const ofForm = await start({ filter: {}, action: 'read' });
  expect(ofForm.status).toBe(202);
  for (const [answer, running] of [
    [await startForAll(body), ofAccount],
    [await start(body), ofForm],
  ] as const) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', bulk_job_id: running.body.id } });
  }
  await letTimePass(ofAccount);
  await run(accountId);
  expect(await job(ofAccount.body.id)).toMatchObject({ status: 'finished', done: 3 });
  expect((await startForAll(body)).body.matched).toBe(0);
  for (const id of [...spam, there.submission_id]) expect((await get(id)).status).toBe(404);
  await letTimePass(ofForm);
  await run(form.form_id);
  expect(await job(ofForm.body.id)).toMatchObject({ status: 'finished', done: 1 });
});

it('writes a single audit row with the counts and no row per submission', async () => {
  const { form, start, rows } = await stored(3, 0);
  const started = await start({ filter: {}, action: 'handle' });
  expect(await rows()).toMatchObject([{ outcome: 'attempted' }]);
  await letTimePass(started);
  await run(form.form_id);
  expect(await rows()).toMatchObject([
    {
      action: 'changeFormSubmissions',
      target: { type: 'form', id: form.form_id, name: 'A form' },
      outcome: 'completed',
      changes: [
        { member: 'action', to: ['handle'] },
        { member: 'matched', to: ['3'] },
        { member: 'done', to: ['3'] },
      ],
    },
  ]);
});

it.each(['star', 'delete'])(
  'continues after a crash and counts each submission once (%s)',
  async (action) => {
    const { form, start, job, listed } = await stored(300, 0);
    const started = await start({ filter: {}, action });
    await letTimePass(started);
    const { change } = bulkUpdateDeps(service.stores.db);
    let left = 120;
    const crash = (): never => {
      throw new Error('crashed');
    };
    const crashing: Partial<BulkUpdateDeps> = {
      change: (...args) => (left-- > 0 ? change(...args) : crash()),
    };
    await expect(run(form.form_id, { deps: crashing })).rejects.toThrow('crashed');
    // The function can also crash after it has changed all submissions of a batch, but before it records the
    // change.
    await expect(
      run(form.form_id, { deps: { noteChange: () => Promise.reject(new Error('crashed')) } }),
    ).rejects.toThrow('crashed');
    expect(await job(started.body.id)).toMatchObject({ status: 'running', done: 0 });
    await run(form.form_id);
    expect(await job(started.body.id)).toMatchObject({ status: 'finished', matched: 300, done: 300 });
    expect(await listed({ starred: 'false' })).toEqual([]);
  },
);

it('continues with the next message when its time runs out and tolerates duplicate messages', async () => {
  const { form, start, job, rows } = await stored(600, 0);
  const started = await start({ filter: {}, action: 'read' });
  await letTimePass(started);
  let checks = 0;
  const isOutOfTime = () => (checks += 1) % 2 === 0;
  const [one, two] = await Promise.all([
    run(form.form_id, { isOutOfTime }),
    run(form.form_id, { isOutOfTime }),
  ]);
  expect(Math.max(one.length, two.length)).toBeGreaterThan(1);
  await run(form.form_id);
  expect(await job(started.body.id)).toMatchObject({ status: 'finished', matched: 600, done: 600 });
  expect(await rows()).toHaveLength(1);
});

it('fails when the quota is used up but keeps the changes already made', async () => {
  const { form, start, job, listed } = await stored(0, 5, 3);
  const started = await start({ filter: { status: 'spam' }, action: 'release' });
  await letTimePass(started);
  await run(form.form_id);
  expect(await job(started.body.id)).toMatchObject({ status: 'failed', matched: 5, done: 3 });
  expect(await listed({ status: 'received' })).toHaveLength(3);
  expect((await start({ filter: {}, action: 'read' })).status).toBe(202);
});

it('finishes if its form is deleted', async () => {
  const { key, form, start, job, rows } = await stored(2, 0);
  const started = await start({ filter: {}, action: 'star' });
  await service.call('deleteForm', { key, path: { id: form.form_id } });
  await letTimePass(started);
  await run(form.form_id);
  expect(await job(started.body.id)).toMatchObject({ status: 'finished', matched: 2, done: 0 });
  expect((await rows())[1]).toMatchObject({ action: 'changeFormSubmissions', outcome: 'completed' });
});

it('stores neither the filter nor any name after it has ended', async () => {
  const { form, start } = await stored(1, 0);
  const started = await start({ filter: { q: 'ada@example.com' }, action: 'star' });
  await letTimePass(started);
  await run(form.form_id);
  const { db, tables } = service.stores;
  const { Items = [] } = await db.send(new ScanCommand({ TableName: tables.formJobs }));
  const left = Items.filter(({ form_id }) => form_id === form.form_id);
  expect(left).toHaveLength(1);
  for (const name of ['filter', 'actor', 'batch', 'form_name']) expect(left[0]).not.toHaveProperty(name);
  expect(JSON.stringify(left)).not.toContain('ada@example.com');
});

it.each([
  [{ action: 'delete' }, ''],
  [{ filter: { status: 'all' }, action: 'delete' }, 'filter.status'],
  [{ filter: { limit: '5' }, action: 'delete' }, 'filter.limit'],
  [{ filter: { read: 'perhaps' }, action: 'delete' }, 'filter.read'],
  [
    { filter: { since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }, action: 'delete' },
    'filter.until',
  ],
  [{ filter: {}, action: 'explode' }, 'action'],
  [{ filter: {}, ids: ['sub_x'], action: 'delete' }, ''],
])('refuses %j', async (body, path) => {
  const { startForAll } = await stored(0, 0);
  const { status, body: problem } = await startForAll(body);
  expect(status).toBe(422);
  expect(problem.errors.map((error: { path: string }) => error.path)).toEqual([path]);
});

it.each([
  [{ label: 'lbl_00000000000000000000000000' }, 'filter.label'],
  [{ assignee: 'mem_00000000000000000000000000' }, 'filter.assignee'],
  [{ assignee: 'me' }, 'filter.assignee'],
])('refuses the filter %j, which matches no label or member, and reports its path', async (filter, path) => {
  const { start, startForAll, rows } = await stored(1, 0);
  for (const send of [start, startForAll]) {
    const { status, body } = await send({ filter, action: 'star' });
    expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([422, [path]]);
  }
  expect(await rows()).toEqual([]);
});

it("only assigns submissions to members who can access the form, or one of the account's forms", async () => {
  const { stores } = service;
  const { accountId, form, start, startForAll, job, get, received } = await stored(1, 0);
  const other = await storedForm(stores, { account: accountId });
  const there = submissionOf(other, { at: Date.now() - 1000 });
  await putSubmissions(stores, [there]);
  const idOf = async (...form_ids: string[]): Promise<string> =>
    (await signIn(stores, accountId, { role: 'editor', form_ids })).member.member_id;
  const [ofForm, ofOther, ofNone] = [
    await idOf(form.form_id),
    await idOf(other.form_id),
    await idOf((await storedForm(stores)).form_id),
  ];
  const { member_id: invited } = await invite(stores, accountId);
  const assign = (assignee: string) => ({ filter: {}, action: 'assign', assignee });
  const refusal = { status: 422, body: { code: 'validation-failed', errors: [{ path: 'assignee' }] } };
  for (const member of [ofOther, ofNone, invited]) expect(await start(assign(member))).toMatchObject(refusal);
  for (const member of [ofNone, invited]) expect(await startForAll(assign(member))).toMatchObject(refusal);

  expect((await start(assign(ofForm))).status).toBe(202);
  const started = await startForAll(assign(ofOther));
  expect(started).toMatchObject({ status: 202, body: { matched: 2 } });
  await letTimePass(started);
  await run(accountId);
  expect(await job(started.body.id)).toMatchObject({ status: 'finished', done: 1 });
  expect((await get(there.submission_id)).body.assignee.id).toBe(ofOther);
  expect((await get(received[0]!)).body.assignee).toBeNull();
});

it('requires the read scope, because the number of matches reveals what submissions contain', async () => {
  const { accountId, form } = await stored(1, 0);
  const { key } = await newKey(service.stores, accountId, 'management', { scopes: ['write'] });
  const body = { filter: { q: 'secret' }, action: 'star' };
  const path = { id: form.form_id };
  expect((await service.call('changeFormSubmissions', { key, path, body })).status).toBe(403);
  expect((await service.call('changeSubmissions', { key, body })).status).toBe(403);
});

it('shows a job only to callers who can access all its forms', async () => {
  const { accountId, startForAll, start, job } = await stored(1, 0);
  await storedForm(service.stores, { account: accountId });
  const [ofAccount, ofForm] = [
    await startForAll({ filter: {}, action: 'read' }),
    await start({ filter: {}, action: 'read' }),
  ];
  const stranger = await newAccount(service.stores);
  for (const { body } of [ofAccount, ofForm]) {
    expect((await job(body.id)).status).toBe('waiting');
    for (const name of ['getBulkJob', 'undoBulkJob'] as const)
      expect((await service.call(name, { key: stranger.key, path: { id: body.id } })).status).toBe(404);
  }
});

it('adds and removes labels on all submissions that match a filter', async () => {
  const { key, form, start, job, listed, received } = await stored(3, 0);
  const body = { name: 'Lead', color: '#336699' };
  const label = (await service.call('createLabel', { key, body })).body.id;
  for (const [filter, action, left] of [
    [{}, 'label', received],
    [{ label }, 'unlabel', []],
  ] as const) {
    const started = await start({ filter, action, labels: [label] });
    expect(started).toMatchObject({ status: 202, body: { action, matched: 3 } });
    await letTimePass(started);
    await run(form.form_id);
    expect(await job(started.body.id)).toMatchObject({ status: 'finished', done: 3 });
    expect((await listed({ label })).toSorted()).toEqual(left.toSorted());
  }
});
