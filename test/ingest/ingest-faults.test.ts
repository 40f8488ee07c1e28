/** Ingest while its store fails: each call in turn, in each way. Nothing is lost, doubled or stored in part. */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { startFaultyDynamoDb, type Fault, type FaultyService } from '../support/emulators/faulty-service.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

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
const storedIn = async (formId: string): Promise<string[]> => {
  const { Items = [] } = await stores.db.send(
    new QueryCommand({
      TableName: stores.tables.submissions,
      KeyConditionExpression: 'form_id = :form',
      ExpressionAttributeValues: { ':form': formId },
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => String(item['submission_id']));
};

/** A plain post makes six calls in four round trips, one with a key for idempotency as many. */
const CALLS = [1, 2, 3, 4, 5, 6];
const cases = (['throttle', 'lost-answer'] as Fault[]).flatMap((fault) =>
  CALLS.flatMap((ordinal) => [
    { fault, ordinal, headers: {}, kind: 'a plain post' },
    { fault, ordinal, headers: { 'idempotency-key': `${fault}-${ordinal}` }, kind: 'a post with a key' },
  ]),
);

it.each<(typeof cases)[number]>([
  ...cases,
  // A store that says nothing takes the SDK's whole time, so one call stands for all.
  {
    fault: 'silence' as const,
    ordinal: 6,
    headers: { 'idempotency-key': 'silence' } as Record<string, string>,
    kind: 'a post with a key',
  },
])(
  'holds with $fault at call $ordinal of $kind',
  async ({ fault, ordinal, headers }) => {
    const form = await account.makeForm({ name: `Form ${fault} ${ordinal}` });
    const before = await used();
    const post = () =>
      call('submitForm', {
        path: { slug: form.slug },
        headers: { ...headers } as Record<string, string>,
        body: new URLSearchParams({ name: 'Ada' }),
      });

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
    expect(stored).toHaveLength(first.status === 201 ? 1 : 0);
    expect(await used()).toBeGreaterThanOrEqual(before + stored.length);

    const again = await post();
    const isReplay = 'idempotency-key' in headers && first.status === 201;
    expect(again.status).toBe(isReplay ? 200 : 201);
    expect(await storedIn(form.id)).toHaveLength(isReplay ? 1 : stored.length + 1);
  },
  40_000,
);

it('makes as many calls for spam that is stored as for spam that is not', async () => {
  const form = await account.makeForm({ name: 'Flooded' });
  const callsOf = async (fields: Record<string, string>): Promise<number> => {
    faulty.fail(99, 'throttle');
    await call('submitForm', { path: { slug: form.slug }, body: new URLSearchParams(fields) });
    return faulty.heal().length;
  };
  const spam = await callsOf({ _gotcha: 'x' });
  await stores.db.send(
    new PutCommand({
      TableName: stores.tables.counters,
      Item: { counter: `spam#${form.id}#${new Date().toISOString().slice(0, 10)}`, used: 1000 },
    }),
  );
  expect(await callsOf({ _gotcha: 'x' })).toBe(spam);
  expect(spam).toBe(5);
});

it('accepts a submission that is stored although the store’s response was lost', async () => {
  const form = await account.makeForm();
  faulty.fail(6, 'lost-answer');
  const { status, body } = await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada' } });
  faulty.heal();
  expect(status).toBe(201);
  expect(await storedIn(form.id)).toEqual([body.id]);
});
