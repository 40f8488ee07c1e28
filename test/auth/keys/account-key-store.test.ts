import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import {
  accountKeyList,
  accountKeyMint,
  accountKeyRevocation,
} from '../../../lambdas/auth/keys/account-key-store.ts';
import { principalStore } from '../../../lambdas/auth/principal-store.ts';
import { apiKeyStore } from '../../../lambdas/auth/keys/api-key-store.ts';
import { newApiKey, type ApiKey } from '../../../lambdas/auth/keys/api-key.ts';
import type { KeyType } from '../../../lambdas/core/caller.ts';
import { HOUR } from '../../../lambdas/core/clock.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { mintingCounter } from '../../../lambdas/auth/keys/minting-cap.ts';
import { newAccount } from '../../support/samples/accounts.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';

const AT = Date.parse('2026-11-05T10:20:30.400Z');

let stores: TestStores;
let accountId: string;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());
beforeEach(async () => {
  ({ accountId } = await newAccount(stores));
});

const made = (type: KeyType, at = AT): ApiKey =>
  newApiKey({ account_id: accountId, cursor_key: 'secret' }, { type, name: 'Test' }, at, systemRandom).stored;
const mint = (key: ApiKey) => accountKeyMint(stores.db, stores.tables).mint(key);
const mintCapped = (key: ApiKey, at = AT) =>
  accountKeyMint(stores.db, stores.tables).mint(key, { cap: mintingCounter(accountId, at) });
const revoke = (keyId: string) => accountKeyRevocation(stores.db, stores.tables).revoke(accountId, keyId, AT);
const list = (limit: number, after?: string) =>
  accountKeyList(stores.db, stores.tables).list(accountId, limit, after);
const stored = (key: ApiKey) => apiKeyStore(stores.db, stores.tables.apiKeys).findKey(key.key_hash);
const liveManagementKeys = async () => {
  const Key = { account_id: accountId };
  const { Item } = await stores.db.send(new GetCommand({ TableName: stores.tables.accounts, Key }));
  return Item?.['live_management_keys'] as number;
};

describe('minting', () => {
  test('lists a key immediately after it is created', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = made('submission', Date.now() + round);
      await mint(key);
      expect((await list(1)).rows).toEqual([key]);
    }
  });

  test('stores at most ten keys an hour, even when requests race', async () => {
    const keys = Array.from({ length: 40 }, (_, n) => made(n % 2 ? 'submission' : 'management'));
    const ends = await Promise.all(keys.map((key) => mintCapped(key)));
    expect(ends.filter((end) => end === 'minted')).toHaveLength(10);
    // The operator created the account's first key, which doesn't count.
    const { rows } = await list(100);
    expect(rows).toHaveLength(11);
    expect(await liveManagementKeys()).toBe(rows.filter(({ type }) => type === 'management').length);
  });

  test('resets the limit in the next hour', async () => {
    for (let n = 0; n < 10; n += 1) await mintCapped(made('submission'));
    expect(await mintCapped(made('submission'))).toBe('cap-reached');
    expect(await mintCapped(made('submission'), AT + HOUR)).toBe('minted');
  });

  test('is limited separately for each account', async () => {
    for (let n = 0; n < 10; n += 1) await mintCapped(made('submission'));
    ({ accountId } = await newAccount(stores));
    expect(await mintCapped(made('submission'))).toBe('minted');
  });
});

describe('the list', () => {
  test('returns each key once, newest first, page by page', async () => {
    for (let n = 0; n < 7; n += 1) await mint(made('submission', AT + n));
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await list(3, after);
      seen.push(...page.rows.map(({ key_id }) => key_id));
      after = page.next;
    } while (after !== undefined);
    expect(seen).toHaveLength(8);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  test('has no next page after the last key', async () => {
    await mint(made('submission'));
    expect((await list(2)).next).toBeUndefined();
  });

  test('keeps its position while new keys are created', async () => {
    for (let n = 0; n < 4; n += 1) await mint(made('submission', AT + n));
    const first = await list(2);
    await mint(made('submission', AT + 100));
    const second = await list(2, first.next);
    const ids = [...first.rows, ...second.rows].map(({ key_id }) => key_id);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('revoking', () => {
  test('is visible to the next read, including in the list', async () => {
    const key = made('submission');
    await mint(key);
    expect(await revoke(key.key_id)).toBe('revoked');
    const revoked = { ...key, revoked_at: '2026-11-05T10:20:30.400Z' };
    expect(await stored(key)).toEqual(revoked);
    expect((await list(100)).rows).toContainEqual(revoked);
  });

  test('never revokes the last active management key', async () => {
    const [first] = (await list(1)).rows;
    expect(await revoke(first!.key_id)).toBe('last-management-key');
    const second = made('management');
    await mint(second);
    expect(await revoke(first!.key_id)).toBe('revoked');
    expect(await revoke(second.key_id)).toBe('last-management-key');
    expect((await stored(second))?.revoked_at).toBeUndefined();
  });

  test('ends only one of the last two management keys when both are revoked at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [alive] = (await list(100)).rows.filter((key) => !key.revoked_at && key.type === 'management');
      const other = made('management', AT + round);
      await mint(other);
      const ends = await Promise.all([revoke(alive!.key_id), revoke(other.key_id)]);
      expect(ends.sort()).toEqual(['last-management-key', 'revoked']);
      expect(await liveManagementKeys()).toBe(1);
    }
  });

  test('succeeds for all management keys but one, even with concurrent requests', async () => {
    const keys = Array.from({ length: 9 }, (_, n) => made('management', AT + n));
    for (const key of keys) await mint(key);
    const { rows } = await list(100);
    const ends = await Promise.all(rows.map(({ key_id }) => revoke(key_id)));
    expect(ends.filter((end) => end === 'revoked')).toHaveLength(9);
    expect((await list(100)).rows.filter(({ revoked_at }) => !revoked_at)).toHaveLength(1);
  });

  test('is counted only once when a key is revoked several times', async () => {
    const key = made('management');
    await mint(key);
    const ends = await Promise.all(Array.from({ length: 10 }, () => revoke(key.key_id)));
    expect(new Set(ends)).toEqual(new Set(['revoked']));
    expect(await liveManagementKeys()).toBe(1);
  });

  test('keeps the time of the first revocation when it is repeated', async () => {
    const key = made('submission');
    await mint(key);
    await revoke(key.key_id);
    await accountKeyRevocation(stores.db, stores.tables).revoke(accountId, key.key_id, AT + HOUR);
    expect((await stored(key))?.revoked_at).toBe('2026-11-05T10:20:30.400Z');
  });

  test("treats another account's key as unknown", async () => {
    const key = made('submission');
    await mint(key);
    ({ accountId } = await newAccount(stores));
    expect(await revoke(key.key_id)).toBe('no-such-key');
    expect((await stored(key))?.revoked_at).toBeUndefined();
  });
});

describe('the last-used time', () => {
  const noteAt = async (key: ApiKey, at: number) => {
    const principals = principalStore(stores.db, stores.tables, () => at);
    await principals.touchLastUsed((await stored(key))!);
    return (await stored(key))?.last_used_at;
  };

  test('is stored on first use and then updated at most once an hour', async () => {
    const key = made('submission');
    await mint(key);
    expect(await noteAt(key, AT)).toBe('2026-11-05T10:20:30.400Z');
    expect(await noteAt(key, AT + HOUR - 1)).toBe('2026-11-05T10:20:30.400Z');
    expect(await noteAt(key, AT + HOUR)).toBe('2026-11-05T11:20:30.400Z');
  });

  test('is stored once when several functions use the key at the same time', async () => {
    const key = made('submission');
    await mint(key);
    const before = (await stored(key))!;
    await Promise.all(
      [0, 1, 2].map((n) => principalStore(stores.db, stores.tables, () => AT + n).touchLastUsed(before)),
    );
    const first = (await stored(key))!.last_used_at!;
    await principalStore(stores.db, stores.tables, () => AT + 10).touchLastUsed(before);
    expect((await stored(key))!.last_used_at).toBe(first);
  });

  test('does not re-create a deleted key', async () => {
    await principalStore(stores.db, stores.tables, () => AT).touchLastUsed({ key_hash: 'gone' });
    expect(await apiKeyStore(stores.db, stores.tables.apiKeys).findKey('gone')).toBeUndefined();
  });
});

test('a token stops working after an hour, even if its item still exists', async () => {
  const key = made('management');
  await mint(key);
  const token = {
    token_hash: 'late',
    key_hash: key.key_hash,
    key_id: key.key_id,
    scopes: ['read'],
    expires_at: AT / 1000 - 0.4,
  };
  await stores.db.send(
    new PutCommand({
      TableName: stores.tables.accessTokens,
      Item: { ...token, expires_at: Math.floor(AT / 1000) },
    }),
  );
  const find = (at: number) =>
    principalStore(stores.db, stores.tables, () => at).find({ kind: 'token', hash: 'late' });
  expect(await find(AT - 1000)).toMatchObject({ account_id: accountId, scopes: ['read'] });
  expect(await find(AT)).toBeUndefined();
});
