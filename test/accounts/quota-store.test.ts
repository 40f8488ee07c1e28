/**
 * Tests that submissions reserve quota units correctly against real tables, even while the operator changes
 * the account.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { accountRegistry } from '../../cli/account/account-registry.ts';
import { defaultPlans, type Plans } from '../../lambdas/accounts/plans.ts';
import { quotaStore } from '../../lambdas/accounts/quota-store.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { changeMarkerStore } from '../../lambdas/aws/change-marker-store.ts';
import { readUsed } from '../../lambdas/accounts/quota-shard-store.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount, serviceOn } from '../support/samples/accounts.ts';

let stores: TestStores;
const NOW = Date.UTC(2026, 10, 22, 12);

beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const quotas = (plans: Plans = defaultPlans) => quotaStore(stores, stores.tables, plans);
const registry = (now = NOW) => accountRegistry(serviceOn(stores), () => now, systemRandom);
const itemOf = async (accountId: string, month = '2026-11') => {
  const Key = { counter: `quota#${accountId}#${month}` };
  return (await stores.db.send(new GetCommand({ TableName: stores.tables.counters, Key }))).Item;
};

it('never reserves more than the limit, even when requests race', async () => {
  const { accountId } = await newAccount(stores, { monthly_quota: 7 });
  const all = await Promise.all(Array.from({ length: 50 }, () => quotas().reserve(accountId, NOW)));
  expect(all.filter(({ isReserved }) => isReserved)).toHaveLength(7);
  expect(await itemOf(accountId)).toMatchObject({ used: 7, quota_limit: 7, plan: 'pro' });
  expect(all.find(({ isReserved }) => !isReserved)).toMatchObject({
    plan: 'pro',
    isSuspended: false,
    used: 7,
    reservedAt: NOW,
    counter: { limit: 7 },
  });
});

it('returns the previous usage and lets released units be reserved again', async () => {
  const { accountId } = await newAccount(stores, { monthly_quota: 1 });
  const first = await quotas().reserve(accountId, NOW);
  expect(first).toMatchObject({ isReserved: true, used: 0 });
  expect(await quotas().find(accountId, NOW)).toMatchObject({ isReserved: false, used: 1 });
  await quotas().release(first.counter);
  expect((await quotas().reserve(accountId, NOW)).isReserved).toBe(true);
});

it('applies a new quota or plan immediately', async () => {
  const { accountId } = await newAccount(stores, { plan: 'free', monthly_quota: 1 });
  await quotas().reserve(accountId, NOW);
  expect((await quotas().reserve(accountId, NOW)).isReserved).toBe(false);
  await registry().setQuota(accountId, 2);
  expect(await quotas().reserve(accountId, NOW)).toMatchObject({ isReserved: true, plan: 'free' });
  await registry().setQuota(accountId, 0);
  expect(await quotas().reserve(accountId, NOW)).toMatchObject({ isReserved: false, counter: { limit: 0 } });
  await registry().setQuota(accountId, undefined);
  await registry().setPlan(accountId, 'team');
  expect(await quotas().find(accountId, NOW)).toMatchObject({ plan: 'team', counter: { limit: 100_000 } });
  expect(await quotas().reserve(accountId, NOW)).toMatchObject({ isReserved: true, plan: 'team', used: 2 });
});

it('applies new plan limits after a deployment', async () => {
  const { accountId } = await newAccount(stores, { plan: 'free' });
  expect((await quotas().reserve(accountId, NOW)).counter.limit).toBe(100);
  const plans = { ...defaultPlans, free: { monthly_quota: 1, max_file_bytes: 0, max_forms: 1 } };
  expect(await quotas(plans).reserve(accountId, NOW)).toMatchObject({
    isReserved: false,
    used: 1,
    counter: { limit: 1 },
  });
});

it('reserves nothing while the account is suspended and works again afterwards', async () => {
  const { accountId } = await newAccount(stores);
  await quotas().reserve(accountId, NOW);
  await registry().suspend(accountId);
  const suspended = { isReserved: false, isSuspended: true };
  expect(await quotas().reserve(accountId, NOW)).toMatchObject(suspended);
  expect(await quotas().find(accountId, NOW)).toMatchObject(suspended);
  await registry().resume(accountId);
  expect((await quotas().reserve(accountId, NOW)).isReserved).toBe(true);
  expect(await itemOf(accountId)).toMatchObject({ used: 2 });
});

it("rejects submissions for an account that doesn't exist", async () => {
  expect(await quotas().reserve('acc_none', NOW)).toMatchObject({
    isReserved: false,
    isSuspended: false,
    plan: undefined,
    counter: { limit: 0 },
  });
});

it('applies a suspension that races with submissions', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { accountId } = await newAccount(stores, { monthly_quota: 1000 });
    const posts = Array.from({ length: 20 }, () => quotas().reserve(accountId, NOW));
    const [before] = await Promise.all([registry().suspend(accountId), ...posts]);
    expect(before.suspended_at).toBeDefined();
    // No matter which request finishes first, the cache doesn't contain the limits from before the
    // suspension.
    expect((await quotas().reserve(accountId, NOW)).isSuspended).toBe(true);
  }
});

it('does not cache limits that changed after they were read', async () => {
  for (const before of [false, true]) {
    const { accountId } = await newAccount(stores, { monthly_quota: 5 });
    // The counter item has a generation number only in the second round.
    if (before) await registry().setQuota(accountId, 4);
    let changes = 0;
    const overtaken = Object.assign(Object.create(stores.db) as typeof stores.db, {
      async send(command: GetCommand) {
        const response = await stores.db.send(command);
        // Change the account right after the first read.
        if (command instanceof GetCommand && (changes += 1) === 1) await registry().setQuota(accountId, 0);
        return response;
      },
    });
    const reserved = await quotaStore({ ...stores, db: overtaken }, stores.tables, defaultPlans).reserve(
      accountId,
      NOW,
    );
    expect(reserved).toMatchObject({ isReserved: false, counter: { limit: 0 } });
    expect(changes).toBe(2);
  }
});

it("removes the cached limits for both months around a month's end", async () => {
  const { accountId } = await newAccount(stores);
  const [before, after] = [Date.UTC(2026, 10, 30, 23, 59), Date.UTC(2026, 11, 1, 0, 1)];
  await quotas().reserve(accountId, before);
  await quotas().reserve(accountId, after);
  await registry(before).suspend(accountId);
  expect(await itemOf(accountId, '2026-11')).not.toHaveProperty('quota_limit');
  expect(await itemOf(accountId, '2026-12')).not.toHaveProperty('quota_limit');
  expect((await quotas().reserve(accountId, after)).isSuspended).toBe(true);
});

it("uses a restored account's limits as soon as its cached copies are removed", async () => {
  const { accountId } = await newAccount(stores);
  for (const quota of [7, 8, 9]) await registry().setQuota(accountId, quota);
  await quotas().reserve(accountId, NOW);
  // Restore the account to its original state, but leave the counter as it is.
  await stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.accounts,
      Key: { account_id: accountId },
      UpdateExpression: 'REMOVE monthly_quota',
    }),
  );
  await registry().setPlan(accountId, 'free');
  expect(await quotas().reserve(accountId, NOW)).toMatchObject({ isReserved: true, counter: { limit: 100 } });
  await registry().suspend(accountId);
  expect(await quotas().reserve(accountId, NOW)).toMatchObject({ isReserved: false, isSuspended: true });
});

it('keeps counting spam that was released', async () => {
  const { accountId } = await newAccount(stores, { monthly_quota: 5 });
  await stores.db.send(
    new UpdateCommand({
      TableName: stores.tables.counters,
      Key: { counter: `quota#${accountId}#2026-11` },
      UpdateExpression: 'SET used = :used, expires_at = :expires',
      ExpressionAttributeValues: { ':used': 4, ':expires': 2_000_000_000 },
    }),
  );
  expect(await quotas().reserve(accountId, NOW)).toMatchObject({ isReserved: true, used: 4 });
  expect((await quotas().reserve(accountId, NOW)).isReserved).toBe(false);
});

describe('a busy account', () => {
  const LIMIT = 20_000;
  /** Sends many requests at the same time. The store then counts the account as busy. */
  const reserveMany = (store: ReturnType<typeof quotas>, accountId: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => store.reserve(accountId, NOW)));
  const setUsed = (accountId: string, used: number) =>
    stores.db.send(
      new UpdateCommand({
        TableName: stores.tables.counters,
        Key: { counter: `quota#${accountId}#2026-11` },
        UpdateExpression: 'SET used = :used, expires_at = :expires',
        ExpressionAttributeValues: { ':used': used, ':expires': 2_000_000_000 },
      }),
    );
  const isOfShard = ({ counter: { counter } }: { counter: { counter: string } }) =>
    /#2026-11#\d+$/.test(counter);

  it('reserves exactly the quota from its shards, even when requests race', async () => {
    const { accountId } = await newAccount(stores, { monthly_quota: LIMIT });
    await setUsed(accountId, LIMIT - 500);
    const store = quotas();
    const states = [
      ...(await reserveMany(store, accountId, 150)),
      ...(await reserveMany(store, accountId, 200)),
    ];
    expect(states.filter(({ isReserved }) => isReserved)).toHaveLength(350);
    const ofShards = states.filter(isOfShard);
    expect(ofShards.length).toBeGreaterThan(100);
    expect(await store.find(accountId, NOW)).toMatchObject({ used: LIMIT - 150, counter: { limit: LIMIT } });

    // Returned units can be reserved again.
    for (const { counter } of ofShards.slice(0, 30)) await store.release(counter);
    expect(await readUsed(stores.db, stores.tables.counters, await itemOf(accountId))).toBe(LIMIT - 180);
    const rest: boolean[] = [];
    for (let round = 0; round < 6; round += 1)
      rest.push(...(await reserveMany(store, accountId, 50)).map(({ isReserved }) => isReserved));
    // A new environment doesn't know that the account is busy, and finds the units that are left in shards.
    for (let count = 0; count < 30; count += 1)
      rest.push((await quotas().reserve(accountId, NOW)).isReserved);
    expect(rest.filter(Boolean)).toHaveLength(180);
    expect(await quotas().find(accountId, NOW)).toMatchObject({ used: LIMIT });
  });

  it('applies a new quota and a suspension to its shards at once', async () => {
    const { accountId } = await newAccount(stores, { monthly_quota: LIMIT });
    const store = quotas();
    await reserveMany(store, accountId, 150);
    expect(isOfShard(await store.reserve(accountId, NOW))).toBe(true);
    await registry().setQuota(accountId, 30_000);
    expect(await store.reserve(accountId, NOW)).toMatchObject({
      counter: { limit: 30_000 },
      isReserved: true,
    });
    await registry().suspend(accountId);
    for (const { isSuspended, isReserved } of await reserveMany(store, accountId, 40))
      expect({ isSuspended, isReserved }).toEqual({ isSuspended: true, isReserved: false });
    await registry().resume(accountId);
    await registry().setQuota(accountId, 100);
    expect(await store.reserve(accountId, NOW)).toMatchObject({ isReserved: false, counter: { limit: 100 } });
    expect(await store.find(accountId, NOW)).toMatchObject({ used: 152 });
  });

  it('reads its limits again after a minute, in case an older version changed the account', async () => {
    const { accountId } = await newAccount(stores, { monthly_quota: LIMIT });
    const store = quotas();
    await reserveMany(store, accountId, 150);
    await reserveMany(store, accountId, 100);
    // An older version only removes the limits from the counter.
    await Promise.all([
      stores.db.send(
        new UpdateCommand({
          TableName: stores.tables.accounts,
          Key: { account_id: accountId },
          UpdateExpression: 'SET suspended_at = :now',
          ExpressionAttributeValues: { ':now': '2026-11-22T12:00:00.000Z' },
        }),
      ),
      stores.db.send(
        new UpdateCommand({
          TableName: stores.tables.counters,
          Key: { counter: `quota#${accountId}#2026-11` },
          UpdateExpression: 'ADD generation :one REMOVE quota_limit, plans',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      ),
    ]);
    const states: boolean[] = [];
    for (let seconds = 0; seconds <= 64; seconds += 8)
      states.push((await store.reserve(accountId, NOW + seconds * 1000)).isSuspended);
    expect(states.at(-1)).toBe(true);
  });

  it('shows new submissions from shards in the change marker of its lists', async () => {
    const { accountId } = await newAccount(stores, { monthly_quota: LIMIT });
    const store = quotas();
    await reserveMany(store, accountId, 150);
    await reserveMany(store, accountId, 20);
    const marker = () =>
      changeMarkerStore(stores.db, stores.tables.counters, () => NOW).read([
        { id: accountId, kinds: ['posts'] },
      ]);
    expect(await marker()).toEqual([NOW]);
    expect(isOfShard(await store.reserve(accountId, NOW + 5))).toBe(true);
    expect(await marker()).toEqual([NOW + 5]);
  });

  it('keeps a small quota in one counter', async () => {
    const { accountId } = await newAccount(stores, { monthly_quota: 19_999 });
    const store = quotas();
    const states = [
      ...(await reserveMany(store, accountId, 150)),
      ...(await reserveMany(store, accountId, 20)),
    ];
    expect(states.filter(isOfShard)).toEqual([]);
    expect(await itemOf(accountId)).toMatchObject({ used: 170 });
  });
});
