/**
 * Tests changes while the store fails, either on a single call or on that call and all later calls. If the
 * audit row is stored together with the change, both are stored or neither. If the audit row is written
 * first, no change is made without an audit row, and the row stays `attempted` if the outcome is unknown.
 */
import { startFaultyDynamoDb, type Fault, type FaultyService } from '../support/emulators/faulty-service.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { newAccount, newKey } from '../support/samples/accounts.ts';
import { handlersOn, type Answered, type SentToOperation } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import type { OperationName } from '../../lambdas/api/operations.ts';

let stores: TestStores;
let faulty: FaultyService;
let call: ReturnType<typeof handlersOn>;
let receiver: Receiver;
let key: string;
let accountId: string;
/** Slug of the form that receives all submissions in these tests. */
let slug: string;

beforeAll(async () => {
  stores = await startStores();
  faulty = await startFaultyDynamoDb(stores.endpoint);
  call = handlersOn(
    { ...stores, endpoint: faulty.endpoint },
    { ALLOW_HTTP_WEBHOOKS: 'true', ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true' },
  );
  receiver = await startReceiver();
  ({ key, accountId } = await newAccount(stores));
  ({ slug } = await newForm());
});
afterAll(async () => {
  await receiver.stop();
  await faulty.stop();
  await stores.stop();
});

const as = (name: OperationName, sent: SentToOperation = {}) => call(name, { key, ...sent });
const made = ({ status, body }: Answered): { id: string; slug: string } => {
  expect(status).toBe(201);
  return body;
};
const newForm = async () => made(await as('createForm', { body: { name: 'Contact', rate_limit: 100_000 } }));
const newSubmission = async () =>
  made(await call('submitForm', { path: { slug }, body: { name: 'Ada' } })).id;
/** Uses a new form, because each form can have at most ten webhooks. */
const newWebhook = async (url = 'https://hooks.example.org/in') =>
  made(await as('createWebhook', { path: { id: (await newForm()).id }, body: { url } })).id;

/** Returns the latest page of audit rows. These tests don't need more. */
const rowsOf = async (credential: string, action: OperationName): Promise<any[]> =>
  (await call('listAuditLog', { key: credential, query: { action, limit: '100' } })).body.data;
const known = new Set<string>();
/** Returns the audit rows added after the last call. */
async function newRowsOf(action: OperationName): Promise<any[]> {
  const rows = (await rowsOf(key, action)).filter(({ id }) => !known.has(id));
  for (const { id } of rows) known.add(id);
  return rows;
}

/** A change to a new resource, and a function that checks whether the change was made. */
interface Change {
  readonly name: OperationName;
  /** Creates a resource to change and returns its id. */
  readonly make: () => Promise<string>;
  readonly body?: Record<string, unknown>;
  readonly isMade: (id: string) => Promise<boolean>;
}
const found = (name: OperationName, id: string) => as(name, { path: { id } });
const isGone = async (name: OperationName, id: string) => (await found(name, id)).status === 404;

const CHANGES: readonly Change[] = [
  {
    name: 'updateForm',
    make: async () => (await newForm()).id,
    body: { name: 'Changed' },
    isMade: async (id) => (await found('getForm', id)).body.name === 'Changed',
  },
  {
    name: 'updateSubmission',
    make: newSubmission,
    body: { starred: true },
    isMade: async (id) => (await found('getSubmission', id)).body.starred,
  },
  { name: 'deleteSubmission', make: newSubmission, isMade: (id) => isGone('getSubmission', id) },
  {
    name: 'updateWebhook',
    make: newWebhook,
    body: { name: 'Desk' },
    isMade: async (id) => (await found('getWebhook', id)).body.name === 'Desk',
  },
  { name: 'deleteWebhook', make: newWebhook, isMade: (id) => isGone('getWebhook', id) },
  {
    name: 'revokeApiKey',
    make: async () => (await newKey(stores, accountId, 'management')).id,
    isMade: async (id) => {
      const { data } = (await as('listApiKeys')).body;
      return data.find((each: { id: string }) => each.id === id).revoked_at !== null;
    },
  },
];

/**
 * In an outage, each call uses up the SDK's full retry time, so only one change is tested during an outage.
 */
interface Case extends Change {
  readonly fault: Fault;
  readonly andAllAfter: boolean;
}
const CASES: readonly Case[] = [
  ...CHANGES.map((change): Case => ({ ...change, fault: 'lost-answer', andAllAfter: false })),
  ...CHANGES.filter(({ name }) => name === 'updateSubmission').map((change): Case => ({
    ...change,
    fault: 'throttle',
    andAllAfter: true,
  })),
];

it.each(CASES)(
  '$name has an audit row if and only if the change is made, despite $fault (and all later calls: $andAllAfter)',
  async ({ name, make, body, isMade, fault, andAllAfter }) => {
    for (let ordinal = 1; ; ordinal += 1) {
      const id = await make();
      faulty.fail(ordinal, fault, andAllAfter);
      const { status } = await as(name, { path: { id }, body });
      const calls = faulty.heal();
      const rows = await newRowsOf(name);
      expect(rows.length > 0).toBe(await isMade(id));
      for (const { outcome, target } of rows) expect([outcome, target.id]).toEqual(['completed', id]);
      if (status < 300) expect(rows).not.toEqual([]);
      if (calls.length < ordinal) return;
    }
  },
  60_000,
);

it('writes a row before it sends a test ping and leaves the row as attempted if no outcome can be recorded', async () => {
  const seen = new Set<string>();
  for (let ordinal = 1; ; ordinal += 1) {
    const id = await newWebhook(receiver.url);
    const before = receiver.received.length;
    faulty.fail(ordinal, 'throttle', true);
    const { status } = await as('testWebhook', { path: { id } });
    const calls = faulty.heal();
    const rows = await newRowsOf('testWebhook');
    const outcome = rows[0]?.outcome ?? 'none';
    seen.add(outcome);
    expect(rows.length).toBeLessThanOrEqual(1);
    if (receiver.received.length > before) expect(outcome).not.toBe('none');
    if (status >= 500) expect(['none', 'attempted']).toContain(outcome);
    if (calls.length < ordinal) break;
  }
  expect([...seen].toSorted()).toEqual(['attempted', 'completed', 'none']);
}, 60_000);

it('never returns a new key without an audit row', async () => {
  const owner = await newAccount(stores);
  const minter = await newKey(stores, owner.accountId, 'management');
  for (let ordinal = 1; ordinal <= 6; ordinal += 1) {
    faulty.fail(ordinal, 'lost-answer');
    await call('createApiKey', { key: minter.key, body: { type: 'submission', name: 'Website' } });
    faulty.heal();
  }
  const listed = (await call('listApiKeys', { key: owner.key })).body.data;
  const minted = listed.filter(({ created_by }: { created_by: string }) => created_by === minter.id);
  const rows = await rowsOf(owner.key, 'createApiKey');
  const named = rows.filter(({ actor }) => actor.id === minter.id).map(({ target }) => target.id);
  expect(minted).not.toEqual([]);
  expect(named.toSorted()).toEqual(minted.map(({ id }: { id: string }) => id).toSorted());
}, 60_000);
