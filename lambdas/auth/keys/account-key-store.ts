/**
 * Creates, lists and revokes an account's API keys (AccountKeys, ApiKeys, Accounts and Counters tables).
 * ApiKeys stores each key under its hash, and AccountKeys lists the hashes of each account's keys. One
 * transaction writes both, so a new key appears in lists immediately. A global secondary index wouldn't
 * guarantee this.
 */
import { incrementWithin } from '../../aws/counter-store.ts';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { AuditPut } from '../../core/audit-row.ts';
import { apiKey, isLastingAdminKey, type ApiKey } from './api-key.ts';
import { apiKeyStore } from './api-key-store.ts';
import { Unavailable } from '../../core/errors/errors.ts';
import { timestamp } from '../../core/clock.ts';
import type { Page } from '../../core/web/pagination.ts';
import type { CounterLimit } from '../../core/counters/counter-limit.ts';
import { batchGet } from '../../aws/batch-get.ts';
import { latestPage } from '../../aws/latest-page.ts';
import { failedConditions, transact, type DocumentClient } from '../../aws/dynamodb.ts';

export interface AccountKeyTables {
  readonly accountKeys: string;
  readonly accounts: string;
  readonly apiKeys: string;
}

const keyReference = z.object({ key_id: z.string(), key_hash: z.string() });

/** Result of creating a key. Nothing is written unless the result is `minted`. */
export type MintResult = 'minted' | 'cap-reached' | 'minter-revoked' | 'replaced-before';

interface MintOptions {
  readonly cap?: CounterLimit;
  readonly minter?: Minter;
  readonly audit?: AuditPut;
  /**
   * The key that the new one replaces, and the time until which it stays valid. The new key has the same
   * scopes and expiry time.
   */
  readonly replaces?: { readonly key_hash: string; readonly until: string };
}

/**
 * Result of revoking a key. Nothing is written if the account would lose its last admin key that doesn't
 * expire.
 */
export type RevokeResult = 'revoked' | 'no-such-key' | 'last-management-key';

export interface RevokeOptions {
  /** Also revokes all keys that this key created, directly or indirectly. */
  readonly cascade?: boolean;
  /**
   * Revokes the key even if it is the last admin key that doesn't expire. The operator can create another
   * one.
   */
  readonly force?: boolean;
  /**
   * Returns the audit log row for the revocation, which is written together with the first batch of revoked
   * keys.
   */
  readonly audit?: ((key: ApiKey) => AuditPut) | undefined;
}

/** Number of keys read in one round trip. */
const PAGE = 100;

/** Lists the API keys of an account. */
export function accountKeyList(
  db: DocumentClient,
  tables: Pick<AccountKeyTables, 'accountKeys' | 'apiKeys'>,
) {
  const list = {
    /** Lists the account's keys, newest first, including revoked ones. Uses strongly consistent reads. */
    async list(accountId: string, limit: number, after: string | undefined): Promise<Page<ApiKey, string>> {
      const partition = { table: tables.accountKeys, of: ['account_id', accountId] as const };
      const { rows: references, next } = await latestPage(
        db,
        { ...partition, id: 'key_id', row: keyReference },
        limit,
        after,
      );
      if (references.length === 0) return { rows: [], next: undefined };
      const Keys = references.map(({ key_hash }) => ({ key_hash }));
      const found = await batchGet(db, { [tables.apiKeys]: { Keys, ConsistentRead: true } });
      const rows = z.array(apiKey).parse(found[tables.apiKeys] ?? []);
      return { rows: rows.sort((a, b) => (a.key_id < b.key_id ? 1 : -1)), next };
    },

    /** Returns all keys of the account in the order of `list`. */
    async all(accountId: string): Promise<ApiKey[]> {
      const keys: ApiKey[] = [];
      let after: string | undefined;
      do {
        const page = await list.list(accountId, PAGE, after);
        keys.push(...page.rows);
        after = page.next;
      } while (after !== undefined);
      return keys;
    },

    /**
     * Returns the account's key with this id as a list with one element, or an empty list if the key doesn't
     * exist. Uses a strongly consistent read.
     */
    async one(accountId: string, keyId: string): Promise<ApiKey[]> {
      const Key = { account_id: accountId, key_id: keyId };
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.accountKeys, Key, ConsistentRead: true }),
      );
      const found =
        Item && (await apiKeyStore(db, tables.apiKeys).findKey(keyReference.parse(Item).key_hash));
      return found ? [found] : [];
    },
  };
  return list;
}

/** Builds the transaction items that store a key. */
export function keyPuts(stored: ApiKey, tables: Pick<AccountKeyTables, 'accountKeys' | 'apiKeys'>) {
  const { account_id, key_id, key_hash } = stored;
  return [
    {
      Put: {
        TableName: tables.apiKeys,
        Item: stored,
        ConditionExpression: 'attribute_not_exists(key_hash)',
      },
    },
    { Put: { TableName: tables.accountKeys, Item: { account_id, key_id, key_hash } } },
  ];
}

/** The creator of a new key: another key or an owner. */
export type Minter =
  { readonly key_hash: string; readonly expires_at?: string | undefined } | { readonly member_id: string };

/**
 * Creates keys. The counter and member tables are only needed if a cap applies or if members can create keys.
 */
export function accountKeyMint(
  db: DocumentClient,
  tables: AccountKeyTables & { readonly counters?: string; readonly members?: string },
) {
  return {
    /**
     * Stores a new key and its audit log row in one transaction, which also counts the key towards `cap`, if
     * set. The result is `minter-revoked` if the creating key was revoked in the meantime, or if the creating
     * member is no longer an owner. Because of this check, revoking a key together with all keys that it
     * created can't miss any. The result is `replaced-before` if the key to replace was revoked or replaced
     * in the meantime.
     */
    async mint(stored: ApiKey, { cap, minter, audit, replaces }: MintOptions = {}): Promise<MintResult> {
      const isCapped = cap !== undefined && tables.counters !== undefined;
      // A DynamoDB transaction can only contain one request per item. If a key replaces itself, don't add a
      // check, because the update already checks that the key wasn't revoked.
      const isChecked = minter && !('key_hash' in minter && minter.key_hash === replaces?.key_hash);
      // Don't count the replacement, because it takes the old key's place among the lasting admin keys.
      const isCounted = isLastingAdminKey(stored) && !replaces;
      const checks = [
        ...(isCapped ? [['cap-reached', { Update: incrementWithin(tables.counters, cap) }] as const] : []),
        ...(isChecked
          ? [['minter-revoked', { ConditionCheck: stillMay(stored.account_id, minter) }] as const]
          : []),
        ...(replaces
          ? [['replaced-before', { Update: markReplaced(replaces, stored.key_id) }] as const]
          : []),
      ];
      const TransactItems = [
        ...checks.map(([, item]) => item),
        ...keyPuts(stored, tables),
        ...(isCounted ? [{ Update: addLastingAdminKey(stored.account_id) }] : []),
        ...(audit ? [audit] : []),
      ];
      try {
        await transact(db, { TransactItems });
        return 'minted';
      } catch (error) {
        const failed = failedConditions(error) ?? [];
        const unmet = checks.find((_, index) => failed[index]);
        if (unmet) return unmet[0];
        throw error;
      }
    },
  };

  function stillMay(account_id: string, minter: Minter) {
    if ('key_hash' in minter) return isUnchanged(minter);
    return {
      TableName: tables.members ?? '',
      Key: { account_id, member_id: minter.member_id },
      ConditionExpression: '#role = :owner',
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: { ':owner': 'owner' },
    };
  }

  /** Returns a condition that fails if the key was revoked or rolled. Rolling changes its expiry time. */
  function isUnchanged({ key_hash, expires_at }: Extract<Minter, { key_hash: string }>) {
    return {
      TableName: tables.apiKeys,
      Key: { key_hash },
      ConditionExpression: [
        'attribute_exists(key_hash) AND attribute_not_exists(revoked_at)',
        expires_at === undefined ? 'attribute_not_exists(expires_at)' : 'expires_at = :end',
      ].join(' AND '),
      ...(expires_at !== undefined && { ExpressionAttributeValues: { ':end': expires_at } }),
    };
  }

  function markReplaced({ key_hash, until }: NonNullable<MintOptions['replaces']>, by: string) {
    return {
      TableName: tables.apiKeys,
      Key: { key_hash },
      UpdateExpression: 'SET expires_at = :until, replaced_by = :by',
      ConditionExpression:
        'attribute_exists(key_hash) AND attribute_not_exists(revoked_at) AND attribute_not_exists(replaced_by)',
      ExpressionAttributeValues: { ':until': until, ':by': by },
    };
  }

  function addLastingAdminKey(accountId: string) {
    return {
      TableName: tables.accounts,
      Key: { account_id: accountId },
      UpdateExpression: 'ADD live_management_keys :one',
      ConditionExpression: 'attribute_exists(account_id)',
      ExpressionAttributeValues: { ':one': 1 },
    };
  }
}

/**
 * Maximum number of keys revoked per transaction. DynamoDB allows 100 writes per transaction, two of which
 * are needed for the account and the audit log.
 */
const KEYS_AT_ONCE = 98;
/** Maximum number of attempts to revoke keys while other callers are changing them. */
const MAX_ATTEMPTS = 10;

/** Revokes API keys. */
export function accountKeyRevocation(db: DocumentClient, tables: AccountKeyTables) {
  const keys = accountKeyList(db, tables);

  return {
    /**
     * Revokes a key immediately. Does nothing if it's already revoked. The transaction's condition ensures
     * that each account keeps at least one admin key that doesn't expire, even if two keys are revoked at the
     * same time. With `cascade`, repeats until all keys that this key created are revoked. If one of these
     * keys creates another key in the meantime, either that request fails or the new key is revoked too.
     * Revokes up to 98 keys per transaction, starting with admin keys that don't expire.
     * @throws Unavailable when other callers keep changing the same keys
     */
    async revoke(
      accountId: string,
      keyId: string,
      at: number,
      { cascade = false, force = false, audit }: RevokeOptions = {},
    ): Promise<RevokeResult> {
      let failures = 0;
      let isFirst = true;
      while (failures < MAX_ATTEMPTS) {
        const all = cascade ? await keys.all(accountId) : await keys.one(accountId, keyId);
        const key = all.find(({ key_id }) => key_id === keyId);
        if (!key) return 'no-such-key';
        const live = all.filter(({ revoked_at }) => revoked_at === undefined);
        const ids = cascade ? withDescendants(keyId, all) : new Set([keyId]);
        const chosen = live.filter(({ key_id }) => ids.has(key_id)).sort(lastingAdminFirst);
        if (chosen.length === 0) return 'revoked';
        const lasting = chosen.filter(isLastingAdminKey).length;
        const isLeft = !cascade || live.filter(isLastingAdminKey).length > lasting;
        if (!force && lasting > 0 && !isLeft) return 'last-management-key';
        const row = isFirst ? audit?.(key) : undefined;
        const outcome = await revokeTogether(accountId, chosen.slice(0, KEYS_AT_ONCE), at, force, row);
        if (outcome === 'last-management-key' && !cascade) return outcome;
        if (outcome !== 'revoked') failures += 1;
        else if (!cascade) return 'revoked';
        else isFirst = false;
      }
      throw new Unavailable('These keys are being changed by another request. Please try again.');
    },
  };

  async function revokeTogether(
    accountId: string,
    some: readonly ApiKey[],
    at: number,
    force: boolean,
    row: AuditPut | undefined,
  ): Promise<RevokeResult | 'changed-concurrently'> {
    const lasting = some.filter(isLastingAdminKey).length;
    const TransactItems = [
      ...some.map((key) => ({ Update: markRevoked(key, at) })),
      ...(lasting > 0 ? [{ Update: removeLastingAdminKeys(accountId, lasting, force) }] : []),
      ...(row ? [row] : []),
    ];
    try {
      await transact(db, { TransactItems });
      return 'revoked';
    } catch (error) {
      const failed = failedConditions(error);
      if (failed === undefined) throw error;
      return failed.slice(0, some.length).includes(true) ? 'changed-concurrently' : 'last-management-key';
    }
  }

  /**
   * Builds the update that revokes a key. It fails if a lasting admin key was replaced in the meantime,
   * because the replaced key no longer counts as one.
   */
  function markRevoked(key: ApiKey, at: number) {
    return {
      TableName: tables.apiKeys,
      Key: { key_hash: key.key_hash },
      UpdateExpression: 'SET revoked_at = :now',
      ConditionExpression: [
        'attribute_exists(key_hash) AND attribute_not_exists(revoked_at)',
        ...(isLastingAdminKey(key) ? ['attribute_not_exists(expires_at)'] : []),
      ].join(' AND '),
      ExpressionAttributeValues: { ':now': timestamp(at) },
    };
  }

  function removeLastingAdminKeys(accountId: string, count: number, force: boolean) {
    return {
      TableName: tables.accounts,
      Key: { account_id: accountId },
      UpdateExpression: 'SET live_management_keys = live_management_keys - :count',
      ConditionExpression: force ? 'live_management_keys >= :count' : 'live_management_keys > :count',
      ExpressionAttributeValues: { ':count': count },
    };
  }
}

const lastingAdminFirst = (a: ApiKey, b: ApiKey): number =>
  Number(isLastingAdminKey(b)) - Number(isLastingAdminKey(a));

/** Returns the ids of the key and of all keys that it created, directly or indirectly. */
function withDescendants(keyId: string, all: readonly ApiKey[]): ReadonlySet<string> {
  const ids = new Set([keyId]);
  // This loop also visits the ids that it adds to the set.
  for (const id of ids) {
    for (const { key_id, created_by } of all) if (created_by === id) ids.add(key_id);
  }
  return ids;
}
