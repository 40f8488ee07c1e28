/**
 * Changes while the store fails: each call in turn, alone or with all calls after it. Where the row is part of the change
 * both are there or neither is; where it comes before, nothing is done without a row, and one whose end nobody knows
 * stays `attempted`.
 */
import { startFaultyDynamoDb, type Fault, type FaultyService } from '../support/emulators/faulty-service.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { newAccount, newKey, type TestAccount } from '../support/samples/accounts.ts';
import { makeEverything, type Everything } from '../support/samples/one-of-everything.ts';
import { handlersOn, type SentToOperation } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import type { OperationName } from '../../lambdas/operations.ts';

let stores: TestStores;
let faulty: FaultyService;
let call: ReturnType<typeof handlersOn>;
let receiver: Receiver;
let ours: Everything;

beforeAll(async () => {
  stores = await startStores();
  faulty = await startFaultyDynamoDb(stores.endpoint);
  call = handlersOn(
    { ...stores, endpoint: faulty.endpoint },
    { ALLOW_HTTP_WEBHOOKS: 'true', ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true' },
  );
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await faulty.stop();
  await stores.stop();
});

const rowsOf = async ({ key }: TestAccount, action: OperationName): Promise<any[]> =>
  (await call('listAuditLog', { key, query: { action } })).body.data;
const path = (resource: string) => ({ path: { id: ours.resources[resource]! } });
const as = (name: OperationName, sent: SentToOperation = {}) => call(name, { key: ours.key, ...sent });

/** A change, and how to find out whether it was made. */
interface Change {
  readonly name: OperationName;
  readonly sent: () => SentToOperation;
  readonly isMade: () => Promise<boolean>;
}
const isGone = async (name: OperationName, resource: string) =>
  (await as(name, path(resource))).status === 404;

const CHANGES: readonly Change[] = [
  {
    name: 'updateForm',
    sent: () => ({ ...path('forms'), body: { name: 'Changed' } }),
    isMade: async () => (await as('getForm', path('forms'))).body.name === 'Changed',
  },
  {
    name: 'updateSubmission',
    sent: () => ({ ...path('submissions'), body: { starred: true } }),
    isMade: async () => (await as('getSubmission', path('submissions'))).body.starred,
  },
  {
    name: 'deleteSubmission',
    sent: () => path('submissions'),
    isMade: () => isGone('getSubmission', 'submissions'),
  },
  {
    name: 'updateWebhook',
    sent: () => ({ ...path('webhooks'), body: { name: 'Desk' } }),
    isMade: async () => (await as('getWebhook', path('webhooks'))).body.name === 'Desk',
  },
  { name: 'deleteWebhook', sent: () => path('webhooks'), isMade: () => isGone('getWebhook', 'webhooks') },
  {
    name: 'revokeApiKey',
    sent: () => path('api-keys'),
    isMade: async () => {
      const { data } = (await as('listApiKeys')).body;
      return data.find(({ id }: { id: string }) => id === ours.resources['api-keys']).revoked_at !== null;
    },
  },
];

/** An outage that lasts takes the SDK's whole time at each call, so one change stands for all. */
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
  '$name has its row exactly when the change is made, with $fault (and all calls after it: $andAllAfter)',
  async ({ name, sent, isMade, fault, andAllAfter }) => {
    for (let ordinal = 1; ; ordinal += 1) {
      ours = await makeEverything(stores, call);
      faulty.fail(ordinal, fault, andAllAfter);
      const { status } = await as(name, sent());
      const calls = faulty.heal();
      const rows = await rowsOf(ours, name);
      expect(rows.length > 0).toBe(await isMade());
      for (const { outcome } of rows) expect(outcome).toBe('completed');
      if (status < 300) expect(rows).not.toEqual([]);
      if (calls.length < ordinal) return;
    }
  },
  60_000,
);

it('sends no test ping without a row before, which stays attempted where the end cannot be told', async () => {
  const seen = new Set<string>();
  for (let ordinal = 1; ; ordinal += 1) {
    ours = await makeEverything(stores, call);
    await as('updateWebhook', { ...path('webhooks'), body: { url: receiver.url } });
    const before = receiver.received.length;
    faulty.fail(ordinal, 'throttle', true);
    const { status } = await as('testWebhook', path('webhooks'));
    const calls = faulty.heal();
    const rows = await rowsOf(ours, 'testWebhook');
    const outcome = rows[0]?.outcome ?? 'none';
    seen.add(outcome);
    expect(rows.length).toBeLessThanOrEqual(1);
    if (receiver.received.length > before) expect(outcome).not.toBe('none');
    if (status >= 500) expect(['none', 'attempted']).toContain(outcome);
    if (calls.length < ordinal) break;
  }
  expect([...seen].toSorted()).toEqual(['attempted', 'completed', 'none']);
}, 60_000);

it('shows no key that is minted without its row', async () => {
  const owner = await newAccount(stores);
  const minter = await newKey(stores, owner.accountId, 'management');
  for (let ordinal = 1; ordinal <= 6; ordinal += 1) {
    faulty.fail(ordinal, 'lost-answer');
    await call('createApiKey', { key: minter.key, body: { type: 'submission', name: 'Website' } });
    faulty.heal();
  }
  const listed = (await call('listApiKeys', { key: owner.key })).body.data;
  const minted = listed.filter(({ created_by }: { created_by: string }) => created_by === minter.id);
  const rows = await rowsOf(owner, 'createApiKey');
  const named = rows.filter(({ actor }) => actor.id === minter.id).map(({ target }) => target.id);
  expect(minted).not.toEqual([]);
  expect(named.toSorted()).toEqual(minted.map(({ id }: { id: string }) => id).toSorted());
}, 60_000);
