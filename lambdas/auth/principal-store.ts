/** What keys and access tokens stand for (tables ApiKeys and AccessTokens), and when a key was last used. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccessToken } from './access-token.ts';
import { isLastUseStale } from './api-key.ts';
import { HOUR, timestamp, type Clock } from '../core/clock.ts';
import { principalOfKey, principalOfToken, type Credential, type Principal } from './principal.ts';
import { accessTokenStore } from './access-token-store.ts';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';
import { apiKeyStore } from './api-key-store.ts';

/** No answer waits longer than this for the note of a key's use. */
const NOTE_DEADLINE_MS = 500;

export function principalStore(
  db: DocumentClient,
  tables: { apiKeys: string; accessTokens: string },
  now: Clock,
) {
  const keys = apiKeyStore(db, tables.apiKeys);
  const tokens = accessTokenStore(db, tables.accessTokens);
  return {
    /** What it stands for now; strongly consistent, so that a revoked key or token stops at once. */
    async find(bearer: Credential): Promise<Principal | undefined> {
      if (bearer.kind === 'key') return principalOfKey(await keys.findKey(bearer.hash));
      const token = await tokens.find(bearer.hash);
      return token && (await principalOfStoredToken(db, tables.apiKeys, token, now()));
    },

    /**
     * Notes that a key is used, at most once an hour for each key. Soon gives up: no request is worth less for a
     * note that was not taken; the next one takes it.
     */
    async touchLastUsed({
      key_hash,
      last_used_at,
    }: Pick<Principal, 'key_hash' | 'last_used_at'>): Promise<void> {
      const at = now();
      if (!isLastUseStale(last_used_at, at)) return;
      const note = new UpdateCommand({
        TableName: tables.apiKeys,
        Key: { key_hash },
        UpdateExpression: 'SET last_used_at = :now',
        // Functions that see the key at the same time write one note between them.
        ConditionExpression:
          'attribute_exists(key_hash) AND (attribute_not_exists(last_used_at) OR last_used_at <= :due)',
        ExpressionAttributeValues: { ':now': timestamp(at), ':due': timestamp(at - HOUR) },
      });
      await conditionHolds(db.send(note, { abortSignal: AbortSignal.timeout(NOTE_DEADLINE_MS) }));
    },
  };
}

/** A token acts for its key: it needs the key to be alive now. */
export async function principalOfStoredToken(
  db: DocumentClient,
  keysTable: string,
  token: AccessToken,
  at: number,
): Promise<Principal | undefined> {
  return principalOfToken(token, await apiKeyStore(db, keysTable).findKey(token.key_hash), at);
}
