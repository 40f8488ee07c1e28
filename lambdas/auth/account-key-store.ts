/**
 * The keys of an account (tables AccountKeys, ApiKeys, Accounts, Counters). A key is kept once, under its hash;
 * AccountKeys says which hashes are an account's. Unlike a global index it is written with the key, so that a
 * list shows a key as soon as it is minted.
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { apiKey, keyTypes, type ApiKey } from './api-key.ts';
import { timestamp } from '../core/clock.ts';
import type { Page } from '../core/pagination.ts';
import type { CounterLimit } from '../core/counter-limit.ts';
import { batchGet } from '../aws/batch-get.ts';
import { incrementWithin } from '../aws/counter-store.ts';
import { failedConditions, transact, type DocumentClient } from '../aws/dynamodb.ts';

export interface AccountKeyTables {
  readonly accountKeys: string;
  readonly accounts: string;
  readonly apiKeys: string;
}

const pointer = z.object({ key_id: z.string(), key_hash: z.string(), type: z.enum(keyTypes) });

/** What became of minting; nothing is written unless it is `minted`. */
export type MintResult = 'minted' | 'over-the-cap';

/** What became of revoking. */
export type RevokeResult = 'revoked' | 'no-such-key' | 'last-management-key';

export function accountKeyList(
  db: DocumentClient,
  tables: Pick<AccountKeyTables, 'accountKeys' | 'apiKeys'>,
) {
  return {
    /** The account's keys, newest first; those that are revoked too. */
    async list(accountId: string, limit: number, after: string | undefined): Promise<Page<ApiKey, string>> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tables.accountKeys,
          KeyConditionExpression: 'account_id = :account',
          ExpressionAttributeValues: { ':account': accountId },
          ScanIndexForward: false,
          ConsistentRead: true,
          // One more than is shown tells whether there is a next page.
          Limit: limit + 1,
          ...(after !== undefined && { ExclusiveStartKey: { account_id: accountId, key_id: after } }),
        }),
      );
      const all = z.array(pointer).parse(Items ?? []);
      const pointers = all.slice(0, limit);
      if (pointers.length === 0) return { rows: [], next: undefined };
      const Keys = pointers.map(({ key_hash }) => ({ key_hash }));
      const found = await batchGet(db, { [tables.apiKeys]: { Keys, ConsistentRead: true } });
      const rows = z.array(apiKey).parse(found[tables.apiKeys] ?? []);
      return {
        rows: rows.sort((a, b) => (a.key_id < b.key_id ? 1 : -1)),
        next: all.length > limit ? pointers.at(-1)?.key_id : undefined,
      };
    },
  };
}

/** What stores a key, for a transaction. */
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

export function accountKeyMint(
  db: DocumentClient,
  tables: AccountKeyTables & { readonly counters?: string },
) {
  return {
    /** Stores a new key, and counts it under `cap` when there is one; all or nothing, whatever races. */
    async mint(stored: ApiKey, cap?: CounterLimit): Promise<MintResult> {
      const isCapped = cap !== undefined && tables.counters !== undefined;
      const TransactItems = [
        ...(isCapped ? [{ Update: incrementWithin(tables.counters, cap) }] : []),
        ...keyPuts(stored, tables),
        ...(stored.type === 'management' ? [{ Update: oneMore(stored.account_id) }] : []),
      ];
      try {
        await transact(db, { TransactItems });
        return 'minted';
      } catch (error) {
        if (isCapped && failedConditions(error)?.[0]) return 'over-the-cap';
        throw error;
      }
    },
  };

  function oneMore(accountId: string) {
    return {
      TableName: tables.accounts,
      Key: { account_id: accountId },
      UpdateExpression: 'ADD live_management_keys :one',
      ConditionExpression: 'attribute_exists(account_id)',
      ExpressionAttributeValues: { ':one': 1 },
    };
  }
}

export function accountKeyRevocation(db: DocumentClient, tables: AccountKeyTables) {
  return {
    /**
     * Revokes a key at once; one that is revoked already stays as it is. Of an account's management keys one
     * always stays alive, whatever races.
     */
    async revoke(accountId: string, keyId: string, at: number): Promise<RevokeResult> {
      const Key = { account_id: accountId, key_id: keyId };
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.accountKeys, Key, ConsistentRead: true }),
      );
      if (!Item) return 'no-such-key';
      const { key_hash, type } = pointer.parse(Item);
      const TransactItems = [
        { Update: markRevoked(key_hash, at) },
        ...(type === 'management' ? [{ Update: oneLess(accountId) }] : []),
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

  function oneLess(accountId: string) {
    return {
      TableName: tables.accounts,
      Key: { account_id: accountId },
      UpdateExpression: 'SET live_management_keys = live_management_keys - :one',
      ConditionExpression: 'live_management_keys > :one',
      ExpressionAttributeValues: { ':one': 1 },
    };
  }
}
