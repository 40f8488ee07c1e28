/** Stores, finds and deletes OAuth access tokens by their hash (AccessTokens table). */
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { accessToken, type AccessToken } from './access-token.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

/** Creates the access token store. */
export function accessTokenStore(db: DocumentClient, table: string) {
  return {
    async store(token: AccessToken): Promise<void> {
      const ConditionExpression = 'attribute_not_exists(token_hash)';
      await db.send(new PutCommand({ TableName: table, Item: token, ConditionExpression }));
    },

    /** Returns the token with this hash, even if it has expired, using a strongly consistent read. */
    async find(tokenHash: string): Promise<AccessToken | undefined> {
      const Key = { token_hash: tokenHash };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && accessToken.parse(Item);
    },

    /** Deletes the token. Later requests that use it are rejected. */
    async remove(tokenHash: string): Promise<void> {
      await db.send(new DeleteCommand({ TableName: table, Key: { token_hash: tokenHash } }));
    },
  };
}
