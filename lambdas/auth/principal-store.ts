/**
 * Finds the principal for a key or access token, and records when it was last used (ApiKeys, AccessTokens and
 * Connections tables).
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccessToken } from './access-token.ts';
import { isLastUseStale } from './keys/api-key.ts';
import { HOUR, timestamp, type Clock } from '../core/clock.ts';
import { principalOfKey, principalOfToken, type Credential } from './principal.ts';
import type { CredentialPrincipal, KeyPrincipal } from '../core/caller.ts';
import { accessTokenStore } from './access-token-store.ts';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';
import { apiKeyStore } from './keys/api-key-store.ts';
import { principalOfConnection } from './connections/connection-principal.ts';
import { loadConnection, type ConnectionTables } from './connections/connection-principal-store.ts';
import { connectionStore } from './connections/connection-store.ts';

/** Timeout for recording a key's last use, in milliseconds. A response is delayed by at most this time. */
const LAST_USED_TIMEOUT_MS = 500;

/** Finds the principals of incoming requests. */
export type PrincipalStore = ReturnType<typeof principalStore>;

export interface TokenTables extends ConnectionTables {
  readonly apiKeys: string;
}

export interface PrincipalTables extends TokenTables {
  readonly accessTokens: string;
}

/**
 * Creates the principal store.
 * @param resource the resource that access tokens must be bound to; if absent, only tokens that aren't bound
 *   to a resource are accepted
 */
export function principalStore(db: DocumentClient, tables: PrincipalTables, now: Clock, resource?: string) {
  const keys = apiKeyStore(db, tables.apiKeys);
  const tokens = accessTokenStore(db, tables.accessTokens);
  return {
    /**
     * Returns the principal for a credential. Uses a strongly consistent read, so that a revoked key or token
     * is rejected immediately.
     */
    async find(credential: Credential): Promise<CredentialPrincipal | undefined> {
      if (credential.kind === 'key') return principalOfKey(await keys.findKey(credential.hash), now());
      const token = await tokens.find(credential.hash);
      return token && (await principalOfStoredToken(db, tables, token, now(), resource));
    },

    /**
     * Records the last use of a key or connection, at most once an hour each. Rejects if this takes longer
     * than a short timeout. Callers can ignore the error, because the next request tries again.
     */
    touchLastUsed: (used: UsedPrincipal): Promise<void> =>
      'connection_id' in used
        ? connectionStore(db, tables.connections).touch(used, now())
        : touchKey(db, tables.apiKeys, used, now()),
  };
}

/** The key or connection that sent a request, with the time of its last use. */
type UsedPrincipal =
  | Pick<KeyPrincipal, 'key_hash' | 'last_used_at'>
  | Parameters<ReturnType<typeof connectionStore>['touch']>[0];

async function touchKey(
  db: DocumentClient,
  table: string,
  { key_hash, last_used_at }: Pick<KeyPrincipal, 'key_hash' | 'last_used_at'>,
  at: number,
): Promise<void> {
  if (!isLastUseStale(last_used_at, at)) return;
  const update = new UpdateCommand({
    TableName: table,
    Key: { key_hash },
    UpdateExpression: 'SET last_used_at = :now',
    // Check the time again, so that only one of several concurrent requests updates the item.
    ConditionExpression:
      'attribute_exists(key_hash) AND (attribute_not_exists(last_used_at) OR last_used_at <= :due)',
    ExpressionAttributeValues: { ':now': timestamp(at), ':due': timestamp(at - HOUR) },
  });
  await conditionHolds(db.send(update, { abortSignal: AbortSignal.timeout(LAST_USED_TIMEOUT_MS) }));
}

/**
 * Returns the principal for a stored token, unless its key was revoked or its connection has ended.
 * @param resource the resource that the token must be bound to; if absent, bound tokens are rejected without
 *   another read
 */
export async function principalOfStoredToken(
  db: DocumentClient,
  tables: TokenTables,
  token: AccessToken,
  at: number,
  resource?: string,
): Promise<CredentialPrincipal | undefined> {
  if (token.resource !== resource) return undefined;
  if ('connection_id' in token)
    return principalOfConnection(token, await loadConnection(db, tables, token), at);
  return principalOfToken(token, await apiKeyStore(db, tables.apiKeys).findKey(token.key_hash), at);
}
