/**
 * Tests the cost of a submission with the default settings: DynamoDB calls, sequential round trips and
 * capacity units.
 */
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { meterOf, type DynamoDbMeter, type MeteredCall } from '../support/emulators/dynamodb-meter.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let meter: DynamoDbMeter;
let account: AccountWithForms;
let call: ReturnType<typeof handlersOn>;

beforeAll(async () => {
  stores = await startStores();
  // The delay makes concurrent calls overlap measurably.
  meter = await meterOf(stores.endpoint, { delayMs: 20 });
  call = handlersOn({ ...stores, endpoint: meter.endpoint });
  account = await makeAccount(stores, call);
});
afterAll(async () => {
  await meter.stop();
  await stores.stop();
});

/** Returns the number of sequential round trips: the longest chain of calls that don't overlap. */
function tripsOf(calls: readonly MeteredCall[]): number {
  let trips = 0;
  let end = -Infinity;
  for (const { startedAt, endedAt } of [...calls].sort((a, b) => a.endedAt - b.endedAt)) {
    if (startedAt < end) continue;
    trips += 1;
    end = endedAt;
  }
  return trips;
}

async function costOf(
  slug: string,
  { status = 201, headers = {}, body = { name: 'Ada', message: 'Hello' } }: Partial<Cost> = {},
) {
  meter.take();
  const answered = await call('submitForm', { path: { slug }, headers, body: new URLSearchParams(body) });
  expect(answered.status).toBe(status);
  const calls = meter.take();
  const unitsOf = (isRead: boolean): number =>
    calls
      .filter(({ operation }) => /^(Get|BatchGet|Query)/.test(operation) === isRead)
      .reduce((sum, { units }) => sum + units, 0);
  return {
    calls: calls.map(({ operation }) => operation).sort(),
    trips: tripsOf(calls),
    read: unitsOf(true),
    written: unitsOf(false),
  };
}

interface Cost {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Record<string, string>;
}

const PLAIN = ['GetItem', 'PutItem', 'UpdateItem', 'UpdateItem'];

it('makes four calls in three round trips for a plain submission: one read, two counter updates, and one put', async () => {
  const { slug } = await account.makeForm();
  await costOf(slug);
  for (let count = 0; count < 3; count += 1)
    expect(await costOf(slug)).toEqual({ calls: PLAIN, trips: 3, read: 1, written: 3 });
});

it("occasionally reloads a form's spam model without an extra round trip", async () => {
  await costOf((await account.makeForm()).slug);
  const { slug } = await account.makeForm();
  expect(await costOf(slug)).toEqual({
    calls: ['BatchGetItem', ...PLAIN],
    trips: 3,
    read: 1.5,
    written: 3,
  });
});

it("loads the account's limits with its first submission of the month", async () => {
  const another = await makeAccount(stores, call);
  const { slug } = await another.makeForm();
  const { calls } = await costOf(slug);
  expect(calls).toEqual([
    ...['BatchGetItem', 'GetItem', 'GetItem', 'PutItem'],
    ...['UpdateItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'],
  ]);
  expect(await costOf(slug)).toMatchObject({ calls: PLAIN, trips: 3 });
});

it('only counts refusals from an address known to have reached the rate limit, mostly in memory', async () => {
  const { slug } = await account.makeForm({ rate_limit: 1 });
  await costOf(slug);
  // The first refused submission detects the limit and releases its reservation. (A failed conditional update
  // costs a unit on AWS, but none in the emulator.) It also counts the refusal.
  expect(await costOf(slug, { status: 429 })).toMatchObject({ written: 3 });
  // In a flood, most refusals are only counted in memory.
  const costs: Awaited<ReturnType<typeof costOf>>[] = [];
  for (let count = 0; count < 40; count += 1) costs.push(await costOf(slug, { status: 429 }));
  const free = { calls: ['GetItem', 'GetItem'], trips: 2, read: 2, written: 0 };
  const counted = { calls: ['GetItem', 'GetItem', 'UpdateItem'], trips: 3, read: 2, written: 1 };
  for (const cost of costs) expect([free, counted]).toContainEqual(cost);
  expect(costs).toContainEqual(free);
});

it('needs three round trips with an idempotency key and releases the reservations of a repeated submission', async () => {
  const { slug } = await account.makeForm();
  await costOf(slug);
  const headers = { 'idempotency-key': 'k' };
  expect(await costOf(slug, { headers })).toMatchObject({
    calls: ['BatchGetItem', 'GetItem', 'TransactWriteItems', 'UpdateItem', 'UpdateItem'],
    trips: 3,
  });
  expect(await costOf(slug, { headers, status: 200 })).toMatchObject({
    calls: ['BatchGetItem', 'GetItem', 'UpdateItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'],
    trips: 3,
  });
});
