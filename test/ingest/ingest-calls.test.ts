/** What a post costs: calls to DynamoDB, round trips one after the other, and units, with the settings as they are by default. */
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
  // Calls that are sent at the same time are seen to overlap.
  meter = await meterOf(stores.endpoint, { delayMs: 20 });
  call = handlersOn({ ...stores, endpoint: meter.endpoint });
  account = await makeAccount(stores, call);
});
afterAll(async () => {
  await meter.stop();
  await stores.stop();
});

/** The longest chain of calls of which each began after the one before had ended. */
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

it('makes four calls in three round trips for a plain post: one read, two counts, one submission', async () => {
  const { slug } = await account.makeForm();
  await costOf(slug);
  for (let count = 0; count < 3; count += 1)
    expect(await costOf(slug)).toEqual({ calls: PLAIN, trips: 3, read: 1, written: 3 });
});

it('looks up once in a while what a form has learnt about spam, in no round trip of its own', async () => {
  await costOf((await account.makeForm()).slug);
  const { slug } = await account.makeForm();
  expect(await costOf(slug)).toEqual({
    calls: ['BatchGetItem', ...PLAIN],
    trips: 3,
    read: 1.5,
    written: 3,
  });
});

it('finds out the limits of an account with its first post of the month', async () => {
  const another = await makeAccount(stores, call);
  const { slug } = await another.makeForm();
  const { calls } = await costOf(slug);
  expect(calls).toEqual([
    ...['BatchGetItem', 'GetItem', 'GetItem', 'PutItem'],
    ...['UpdateItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'],
  ]);
  expect(await costOf(slug)).toMatchObject({ calls: PLAIN, trips: 3 });
});

it('writes nothing for an address that is known to have reached the rate limit', async () => {
  const { slug } = await account.makeForm({ rate_limit: 1 });
  await costOf(slug);
  // The first one finds it out, and gives back what it has reserved.
  // (An update whose condition fails costs a unit on AWS and none on the emulator.)
  expect(await costOf(slug, { status: 429 })).toMatchObject({ written: 2 });
  expect(await costOf(slug, { status: 429 })).toEqual({
    calls: ['GetItem', 'GetItem'],
    trips: 2,
    read: 2,
    written: 0,
  });
});

it('takes three round trips with an idempotency key, and gives back what a repetition has reserved', async () => {
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
