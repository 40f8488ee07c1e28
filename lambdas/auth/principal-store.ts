/** Finds the principal of a key or access token, and stores when a key was last used (tables ApiKeys, AccessTokens). */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccessToken } from './access-token.ts';
import { isLastUseStale } from './api-key.ts';
import { HOUR, timestamp, type Clock } from '../core/clock.ts';
import { principalOfKey, principalOfToken, type Credential, type KeyPrincipal } from './principal.ts';
import { accessTokenStore } from './access-token-store.ts';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';
import { apiKeyStore } from './api-key-store.ts';

/** Time-out in milliseconds of storing a key's last use: no response waits longer for it. */
const LAST_USED_TIMEOUT_MS = 500;

/** Principals as requests are authenticated with them. */
export type PrincipalStore = ReturnType<typeof principalStore>;

/** The principals of all accounts. */
export function principalStore(
  db: DocumentClient,
  tables: { apiKeys: string; accessTokens: string },
  now: Clock,
) {
  const keys = apiKeyStore(db, tables.apiKeys);
  const tokens = accessTokenStore(db, tables.accessTokens);
  return {
    /** The principal of a credential, strongly consistent, so that a revoked key or token is refused at once. */
    async find(credential: Credential): Promise<KeyPrincipal | undefined> {
      if (credential.kind === 'key') return principalOfKey(await keys.findKey(credential.hash), now());
      const token = await tokens.find(credential.hash);
      return token && (await principalOfStoredToken(db, tables.apiKeys, token, now()));
    },

    /**
     * Stores that a key is used now, at most once an hour per key. Fails after a short time-out, which does no harm:
     * the next request stores it.
     */
    async touchLastUsed({
      key_hash,
      last_used_at,
    }: Pick<KeyPrincipal, 'key_hash' | 'last_used_at'>): Promise<void> {
      const at = now();
      if (!isLastUseStale(last_used_at, at)) return;
      const update = new UpdateCommand({
        TableName: tables.apiKeys,
        Key: { key_hash },
        UpdateExpression: 'SET last_used_at = :now',
        // Of several functions that see the key at the same time, one writes.
        ConditionExpression:
          'attribute_exists(key_hash) AND (attribute_not_exists(last_used_at) OR last_used_at <= :due)',
        ExpressionAttributeValues: { ':now': timestamp(at), ':due': timestamp(at - HOUR) },
      });
      await conditionHolds(db.send(update, { abortSignal: AbortSignal.timeout(LAST_USED_TIMEOUT_MS) }));
    },
  };
}

/** The principal of a stored token, whose key must not be revoked. */
export async function principalOfStoredToken(
  db: DocumentClient,
  keysTable: string,
  token: AccessToken,
  at: number,
): Promise<KeyPrincipal | undefined> {
  return principalOfToken(token, await apiKeyStore(db, keysTable).findKey(token.key_hash), at);
}
