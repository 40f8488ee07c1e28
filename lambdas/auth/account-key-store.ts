/**
 * Mints, lists and revokes the keys of an account (tables AccountKeys, ApiKeys, Accounts, Counters). A key is stored
 * once, under its hash; AccountKeys lists the hashes of an account. It is written in one transaction with the key, so
 * that a list shows a key as soon as it is minted, which a global index would not.
 */
import { incrementWithin } from '../aws/counter-store.ts';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { apiKey, keyTypes, type ApiKey } from './api-key.ts';
import { timestamp } from '../core/clock.ts';
import type { Page } from '../core/pagination.ts';
import type { CounterLimit } from '../core/counter-limit.ts';
import { batchGet } from '../aws/batch-get.ts';
import { failedConditions, transact, type DocumentClient } from '../aws/dynamodb.ts';

export interface AccountKeyTables {
  readonly accountKeys: string;
  readonly accounts: string;
  readonly apiKeys: string;
}

const keyReference = z.object({ key_id: z.string(), key_hash: z.string(), type: z.enum(keyTypes) });

/** The result of minting; nothing is written unless it is `minted`. */
export type MintResult = 'minted' | 'cap-reached';

/** The result of revoking. */
export type RevokeResult = 'revoked' | 'no-such-key' | 'last-management-key';

/** Lists the keys of an account. */
export function accountKeyList(
  db: DocumentClient,
  tables: Pick<AccountKeyTables, 'accountKeys' | 'apiKeys'>,
) {
  return {
    /** The account's keys, newest first, revoked ones included; strongly consistent. */
    async list(accountId: string, limit: number, after: string | undefined): Promise<Page<ApiKey, string>> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tables.accountKeys,
          KeyConditionExpression: 'account_id = :account',
          ExpressionAttributeValues: { ':account': accountId },
          ScanIndexForward: false,
          ConsistentRead: true,
          // One row more than asked for tells whether there is a next page.
          Limit: limit + 1,
          ...(after !== undefined && { ExclusiveStartKey: { account_id: accountId, key_id: after } }),
        }),
      );
      const all = z.array(keyReference).parse(Items ?? []);
      const references = all.slice(0, limit);
      if (references.length === 0) return { rows: [], next: undefined };
      const Keys = references.map(({ key_hash }) => ({ key_hash }));
      const found = await batchGet(db, { [tables.apiKeys]: { Keys, ConsistentRead: true } });
      const rows = z.array(apiKey).parse(found[tables.apiKeys] ?? []);
      return {
        rows: rows.sort((a, b) => (a.key_id < b.key_id ? 1 : -1)),
        next: all.length > limit ? references.at(-1)?.key_id : undefined,
      };
    },
  };
}

/** The writes that store a key, as items of a transaction. */
export function keyPuts(stored: ApiKey, tables: Pick<AccountKeyTables, 'accountKeys' | 'apiKeys'>) {
  const { account_id, key_id, key_hash, type } = stored;
  return [
    {
      Put: {
        TableName: tables.apiKeys,
        Item: stored,
        ConditionExpression: 'attribute_not_exists(key_hash)',
      },
    },
    { Put: { TableName: tables.accountKeys, Item: { account_id, key_id, key_hash, type } } },
  ];
}

/** Mints keys; the table of counters is needed for minting under a cap only. */
export function accountKeyMint(
  db: DocumentClient,
  tables: AccountKeyTables & { readonly counters?: string },
) {
  return {
    /** Stores a new key and counts it under `cap` if one is given, in one transaction. */
    async mint(stored: ApiKey, cap?: CounterLimit): Promise<MintResult> {
      const isCapped = cap !== undefined && tables.counters !== undefined;
      const TransactItems = [
        ...(isCapped ? [{ Update: incrementWithin(tables.counters, cap) }] : []),
        ...keyPuts(stored, tables),
        ...(stored.type === 'management' ? [{ Update: addManagementKey(stored.account_id) }] : []),
      ];
      try {
        await transact(db, { TransactItems });
        return 'minted';
      } catch (error) {
        if (isCapped && failedConditions(error)?.[0]) return 'cap-reached';
        throw error;
      }
    },
  };

  function addManagementKey(accountId: string) {
    return {
      TableName: tables.accounts,
      Key: { account_id: accountId },
      UpdateExpression: 'ADD live_management_keys :one',
      ConditionExpression: 'attribute_exists(account_id)',
      ExpressionAttributeValues: { ':one': 1 },
    };
  }
}

/** Revokes keys. */
export function accountKeyRevocation(db: DocumentClient, tables: AccountKeyTables) {
  return {
    /**
     * Revokes a key at once; a revoked key stays as it is. The condition of the transaction keeps one live
     * management key per account, even when two are revoked at the same time.
     */
    async revoke(accountId: string, keyId: string, at: number): Promise<RevokeResult> {
      const Key = { account_id: accountId, key_id: keyId };
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.accountKeys, Key, ConsistentRead: true }),
      );
      if (!Item) return 'no-such-key';
      const { key_hash, type } = keyReference.parse(Item);
      const TransactItems = [
        { Update: markRevoked(key_hash, at) },
        ...(type === 'management' ? [{ Update: removeManagementKey(accountId) }] : []),
      ];
      try {
        await transact(db, { TransactItems });
        return 'revoked';
      } catch (error) {
        const [isRevoked, isLast] = failedConditions(error) ?? [];
        if (isRevoked) return 'revoked';
        if (isLast) return 'last-management-key';
        throw error;
      }
    },
  };

  function markRevoked(keyHash: string, at: number) {
    return {
      TableName: tables.apiKeys,
      Key: { key_hash: keyHash },
      UpdateExpression: 'SET revoked_at = :now',
      ConditionExpression: 'attribute_exists(key_hash) AND attribute_not_exists(revoked_at)',
      ExpressionAttributeValues: { ':now': timestamp(at) },
    };
  }

  function removeManagementKey(accountId: string) {
    return {
      TableName: tables.accounts,
      Key: { account_id: accountId },
      UpdateExpression: 'SET live_management_keys = live_management_keys - :one',
      ConditionExpression: 'live_management_keys > :one',
      ExpressionAttributeValues: { ':one': 1 },
    };
  }
}
