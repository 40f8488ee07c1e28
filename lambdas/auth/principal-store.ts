/** What keys and access tokens stand for (tables ApiKeys and AccessTokens), and when a key was last used. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccessToken } from './access-token.ts';
import { useIsToBeNoted } from './api-key.ts';
import { HOUR, timestamp, type Clock } from '../core/clock.ts';
import { grantOfKey, grantOfToken, type Bearer, type Grant } from './principal.ts';
import { accessTokenStore } from './access-token-store.ts';
import { conditionHolds, type Documents } from '../aws/dynamodb.ts';
import { keyStore } from './api-key-store.ts';

/** No answer waits longer than this for the note of a key's use. */
const NOTE_DEADLINE_MS = 500;

export function grantStore(db: Documents, tables: { apiKeys: string; accessTokens: string }, now: Clock) {
  const keys = keyStore(db, tables.apiKeys);
  const tokens = accessTokenStore(db, tables.accessTokens);
  return {
    /** What it stands for now; strongly consistent, so that a revoked key or token stops at once. */
    async find(bearer: Bearer): Promise<Grant | undefined> {
      if (bearer.kind === 'key') return grantOfKey(await keys.findKey(bearer.hash));
      const token = await tokens.find(bearer.hash);
      return token && (await grantOfStoredToken(db, tables.apiKeys, token, now()));
    },

    /**
     * Notes that a key is used, at most once an hour for each key. Soon gives up: no request is worth less for a
     * note that was not taken; the next one takes it.
     */
    async noteUse({ key_hash, last_used_at }: Pick<Grant, 'key_hash' | 'last_used_at'>): Promise<void> {
      const at = now();
      if (!useIsToBeNoted(last_used_at, at)) return;
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
export async function grantOfStoredToken(
  db: Documents,
  keysTable: string,
  token: AccessToken,
  at: number,
): Promise<Grant | undefined> {
  return grantOfToken(token, await keyStore(db, keysTable).findKey(token.key_hash), at);
}
