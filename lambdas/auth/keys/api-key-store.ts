/** Finds API keys by hash (ApiKeys table). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { apiKey, type ApiKey } from './api-key.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';

/** Creates a store that reads API keys. */
export function apiKeyStore(db: DocumentClient, table: string) {
  return {
    /**
     * Returns the key with this hash. Uses a strongly consistent read, so that a revoked key is rejected
     * immediately.
     */
    async findKey(keyHash: string): Promise<ApiKey | undefined> {
      const Key = { key_hash: keyHash };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && apiKey.parse(Item);
    },
  };
}
