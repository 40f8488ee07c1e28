/** Deletes all of an account's API keys, with the tokens and sessions that were created with them. */
import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { sessionStore } from '../../lambdas/auth/sessions/session-store.ts';
import { deleteItems } from '../../lambdas/aws/batch-delete.ts';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { accountIdOfConnection } from '../../lambdas/core/ids.ts';
import type { ServiceConnection } from '../service-connection.ts';

const keyReference = z.object({ key_id: z.string(), key_hash: z.string() });
const tokenReference = z.object({
  token_hash: z.string(),
  key_hash: z.string().optional(),
  connection_id: z.string().optional(),
});

async function keysOf(
  db: DocumentClient,
  table: string,
  accountId: string,
): Promise<z.infer<typeof keyReference>[]> {
  const found: z.infer<typeof keyReference>[] = [];
  const pages = paginateQuery(
    { client: db },
    {
      TableName: table,
      KeyConditionExpression: 'account_id = :account',
      ExpressionAttributeValues: { ':account': accountId },
      ConsistentRead: true,
    },
  );
  for await (const { Items } of pages) found.push(...keyReference.array().parse(Items ?? []));
  return found;
}

/**
 * Deletes the access tokens of these API keys. Scans the token table, because tokens can't be listed by
 * account. The table is small, because tokens are valid for an hour at most.
 */
async function deleteTokens(
  db: DocumentClient,
  table: string,
  accountId: string,
  keyHashes: ReadonlySet<string>,
): Promise<void> {
  const pages = paginateScan(
    { client: db },
    {
      TableName: table,
      ProjectionExpression: 'token_hash, key_hash, connection_id',
      ConsistentRead: true,
    },
  );
  for await (const { Items } of pages) {
    const ours = tokenReference
      .array()
      .parse(Items ?? [])
      .filter(
        ({ key_hash = '', connection_id = '' }) =>
          keyHashes.has(key_hash) || accountIdOfConnection(connection_id) === accountId,
      );
    await deleteItems(
      db,
      table,
      ours.map(({ token_hash }) => ({ token_hash })),
    );
  }
}

/**
 * Deletes an account's API keys, with their access tokens and sessions. Deletes the list of key hashes last,
 * because the keys can't be found without it.
 * @returns the number of deleted keys
 */
export async function deleteKeys(
  db: DocumentClient,
  tables: ServiceConnection['tables'],
  accountId: string,
): Promise<number> {
  const sessions = sessionStore(db, tables.sessions);
  const keys = await keysOf(db, tables.accountKeys, accountId);
  for (const { key_hash } of keys) await sessions.endAll({ account_id: accountId, key_hash });
  await deleteTokens(db, tables.accessTokens, accountId, new Set(keys.map(({ key_hash }) => key_hash)));
  await deleteItems(
    db,
    tables.apiKeys,
    keys.map(({ key_hash }) => ({ key_hash })),
  );
  await deleteItems(
    db,
    tables.accountKeys,
    keys.map(({ key_id }) => ({ account_id: accountId, key_id })),
  );
  return keys.length;
}
