/**
 * Tests ingest when its store fails. Each call fails in every way, one call at a time, and no submission may
 * be lost, duplicated or partly stored.
 */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { startFaultyDynamoDb, type Fault, type FaultyService } from '../support/emulators/faulty-service.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { storedSubmissions } from '../support/samples/stored-records.ts';

let stores: TestStores;
let faulty: FaultyService;
let call: ReturnType<typeof handlersOn>;
let account: AccountWithForms;

beforeAll(async () => {
  stores = await startStores();
  faulty = await startFaultyDynamoDb(stores.endpoint);
  call = handlersOn({ ...stores, endpoint: faulty.endpoint });
  account = await makeAccount(stores, call, { plan: 'pro' });
});
afterAll(async () => {
  await faulty.stop();
  await stores.stop();
});

const used = async (): Promise<number> => {
  const counter = `quota#${account.account_id}#${new Date().toISOString().slice(0, 7)}`;
  const { Item } = await stores.db.send(
    new GetCommand({ TableName: stores.tables.counters, Key: { counter }, ConsistentRead: true }),
  );
  return Number(Item?.['used'] ?? 0);
};
const storedIn = async (formId: string): Promise<string[]> =>
  (await storedSubmissions(stores, formId)).map((item) => String(item['submission_id']));

/** @param body sent unchanged, so that tests can send invalid JSON */
const postJson = (slug: string, body: string) =>
  call('submitForm', {
    path: { slug },
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(body),
  });

/**
 * A plain submission makes four calls in three round trips. With an idempotency key, it makes five calls.
 */
const cases = (['throttle', 'lost-answer'] as Fault[]).flatMap((fault) => [
  ...[1, 2, 3, 4].map((ordinal) => ({
    fault,
    ordinal,
    kind: 'a plain post',
    headers: {},
  })),
  ...[1, 2, 3, 4, 5].map((ordinal) => ({
    fault,
    ordinal,
    kind: 'a post with a key',
    headers: { 'idempotency-key': `${fault}-${ordinal}` },
  })),
]);

it.each<(typeof cases)[number]>([
  ...cases,
  // A call to an unresponsive store takes the SDK's full retry time, so only one such call is tested.
  {
    fault: 'silence' as const,
    ordinal: 5,
    headers: { 'idempotency-key': 'silence' },
    kind: 'a post with a key',
  },
])(
  'recovers from $fault at call $ordinal of $kind',
  async ({ fault, ordinal, headers }) => {
    const form = await account.makeForm({ name: `Form ${fault} ${ordinal}` });
    const post = (sentHeaders: Record<string, string> = headers) =>
      call('submitForm', {
        path: { slug: form.slug },
        headers: sentHeaders,
        body: new URLSearchParams({ name: 'Ada' }),
      });
    // The first submission of a month loads the account's limits, and a form's first submission loads its
    // spam model. This submission does both before calls are counted.
    expect((await post({})).status).toBe(201);
    const before = await used();

    faulty.fail(ordinal, fault);
    const first = await post();
    const calls = faulty.heal();
    expect(calls.length).toBeGreaterThanOrEqual(ordinal);
    expect([201, 503]).toContain(first.status);
    if (first.status === 503) {
      expect(first.headers['retry-after']).toMatch(/^\d+$/);
      expect(first.body.type).toMatch(/\/problems\/unavailable$/);
    }
    const stored = await storedIn(form.id);
    expect(stored).toHaveLength(first.status === 201 ? 2 : 1);
    const accepted = stored.length - 1;
    // The SDK retries a write if its response was lost, so each attempt may have been counted.
    const most = fault === 'throttle' ? accepted : accepted + 3;
    expect(await used()).toBeGreaterThanOrEqual(before + accepted);
    expect(await used()).toBeLessThanOrEqual(before + most);

    const again = await post();
    const isReplay = 'idempotency-key' in headers && first.status === 201;
    expect(again.status).toBe(isReplay ? 200 : 201);
    expect(await storedIn(form.id)).toHaveLength(isReplay ? 2 : stored.length + 1);
  },
  40_000,
);

it('makes the same number of calls whether spam is stored or dropped', async () => {
  const form = await account.makeForm({ name: 'Flooded' });
  const callsOf = async (fields: Record<string, string>): Promise<number> => {
    faulty.fail(99, 'throttle');
    await call('submitForm', { path: { slug: form.slug }, body: new URLSearchParams(fields) });
    return faulty.heal().length;
  };
  await callsOf({ name: 'Ada' });
  const spam = await callsOf({ _gotcha: 'x' });
  await stores.db.send(
    new PutCommand({
      TableName: stores.tables.counters,
      Item: { counter: `spam#${form.id}#${new Date().toISOString().slice(0, 10)}`, used: 1000 },
    }),
  );
  expect(await callsOf({ _gotcha: 'x' })).toBe(spam);
  // The seven calls are one read, two reservations, their two releases, the spam count and the submission.
  expect(spam).toBe(7);
});

it("accepts a stored submission even if the store's response was lost", async () => {
  const form = await account.makeForm();
  const first = await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
  faulty.fail(4, 'lost-answer');
  const { status, body } = await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
  faulty.heal();
  expect(status).toBe(201);
  expect((await storedIn(form.id)).sort()).toEqual([first.body.id, body.id].sort());
});

it("releases a refused submission's quota unit and still refuses the submission if that fails", async () => {
  const form = await account.makeForm();
  const post = (body: string) => postJson(form.slug, body);
  expect((await post('{"name":"Ada"}')).status).toBe(201);
  const before = await used();
  expect((await post('[')).status).toBe(400);
  expect(await used()).toBe(before);
  // If releasing the quota unit fails, the unit stays reserved. The usage count can be too high but never too
  // low, and the visitor gets the same response.
  faulty.fail(4, 'throttle', true);
  expect((await post('[')).status).toBe(400);
  faulty.heal();
  expect(await used()).toBe(before + 1);
});

it.each([4, 5])('releases nothing twice if the response to call %i is lost', async (ordinal) => {
  const form = await account.makeForm();
  const post = (body: string) => postJson(form.slug, body);
  expect((await post('{"name":"Ada"}')).status).toBe(201);
  const before = await used();
  // The first three calls are one read and two reservations.
  faulty.fail(ordinal, 'lost-answer');
  expect((await post('[')).status).toBe(400);
  faulty.heal();
  expect(await used()).toBe(before);
});
