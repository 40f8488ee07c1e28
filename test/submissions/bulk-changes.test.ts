import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { quotaCounter } from '../../lambdas/accounts/quota.ts';
import { DAY } from '../../lambdas/core/clock.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;

beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());

/** Creates a new account with a form and stores submissions to the form. */
async function stored(count: number, status: 'received' | 'spam' = 'received', quota = 1000) {
  const { accountId, key } = await newAccount(service.stores, { monthly_quota: quota });
  const form = await storedForm(service.stores, { account: accountId });
  const made = Array.from({ length: count }, () => submissionOf(form, { status }));
  await putSubmissions(service.stores, made);
  return {
    key,
    accountId,
    form,
    ids: made.map(({ submission_id }) => submission_id),
    bulk: (body: unknown) => service.call('changeSubmissions', { key, body }),
    get: async (id = '') => service.call('getSubmission', { key, path: { id } }),
    used: async () => {
      const { db, tables } = service.stores;
      const { counter } = quotaCounter(accountId, Date.now(), 0);
      const { Item } = await db.send(new GetCommand({ TableName: tables.counters, Key: { counter } }));
      return (Item?.['used'] as number | undefined) ?? 0;
    },
  };
}

it('runs each action on a hundred submissions and returns the results in the order of the IDs', async () => {
  const { ids, bulk, get, used } = await stored(100);
  const all = ids.map((id) => ({ id, ok: true }));
  for (const [action, expected] of [
    ['read', { read_at: expect.any(String) }],
    ['unread', { read_at: null }],
    ['star', { starred: true }],
    ['unstar', { starred: false }],
    ['handle', { handled_at: expect.any(String) }],
    ['unhandle', { handled_at: null }],
    ['spam', { status: 'spam' }],
    ['release', { status: 'received' }],
  ] as const) {
    expect(await bulk({ ids, action })).toMatchObject({ status: 200, body: { data: all } });
    for (const id of [ids[0], ids[57], ids[99]]) expect((await get(id)).body).toMatchObject(expected);
  }
  expect(await used()).toBe(0);
  const reversed = ids.toReversed();
  expect((await bulk({ ids: reversed, action: 'delete' })).body.data).toEqual(
    reversed.map((id) => ({ id, ok: true })),
  );
  expect((await get(ids[57])).status).toBe(404);
});

it('skips IDs that are invalid, unknown, expired, or from another account', async () => {
  const { ids, bulk, get, form } = await stored(2);
  const strange = await stored(1);
  const expired = submissionOf(form, { status: 'spam', at: Date.now() - 31 * DAY });
  await putSubmissions(service.stores, [expired]);
  const bad = [
    'nonsense',
    'sub_0000000000AAAAAAAAAAAAAAAAAAAAAAAAAA',
    strange.ids[0]!,
    expired.submission_id,
  ];
  for (const action of ['star', 'delete']) {
    const { status, body } = await bulk({ ids: [ids[0], ...bad, ids[1]], action });
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([ids[0], ...bad, ids[1]]);
    expect(body.data.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false, false, false, false, true]);
    for (const [index, id] of bad.entries()) {
      expect(body.data[index + 1].problem).toEqual({
        type: 'http://api.test/problems/not-found',
        code: 'not-found',
        title: 'Not found',
        status: 404,
        detail: `"${id}" was not found.`,
      });
    }
  }
  expect((await get(ids[0])).status).toBe(404);
  const untouched = await strange.get(strange.ids[0]);
  expect(untouched.body).toMatchObject({ starred: false });
});

it('releases exactly as many submissions as the quota allows', async () => {
  const { ids, bulk, get, used } = await stored(20, 'spam', 7);
  const { body } = await bulk({ ids, action: 'release' });
  const released = body.data.filter(({ ok }: { ok: boolean }) => ok);
  const refused = body.data.filter(({ ok }: { ok: boolean }) => !ok);
  expect(released).toHaveLength(7);
  expect(await used()).toBe(7);
  for (const { problem } of refused)
    expect(problem).toMatchObject({ type: 'http://api.test/problems/quota-exceeded', status: 402, limit: 7 });
  for (const { id, ok } of body.data) expect((await get(id)).body.status).toBe(ok ? 'received' : 'spam');
});

it('counts each submission only once if several requests release it concurrently', async () => {
  const { ids, bulk, used } = await stored(12, 'spam', 100);
  const responses = await Promise.all([1, 2, 3].map(() => bulk({ ids, action: 'release' })));
  for (const { body } of responses) expect(body.data.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
  expect(await used()).toBe(12);
});

it.each([
  {},
  { ids: [], action: 'read' },
  { ids: ['a', 'a'], action: 'read' },
  { ids: Array.from({ length: 101 }, (_, index) => `sub_${index}`), action: 'read' },
  { ids: ['a'], action: 'burn' },
  { ids: ['a'] },
  { ids: [1], action: 'read' },
  { ids: ['a'], action: 'read', note: 'x' },
])('refuses %j', async (body: object) => {
  const { bulk } = await stored(0);
  expect((await bulk(body)).status).toBe(422);
});
