/** Stores, finds and deletes OAuth access tokens by their hash (table AccessTokens). */
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { accessToken, type AccessToken } from './access-token.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

/** Creates the store of access tokens. */
export function accessTokenStore(db: DocumentClient, table: string) {
  return {
    /** Stores a new token. */
    async store(token: AccessToken): Promise<void> {
      const ConditionExpression = 'attribute_not_exists(token_hash)';
      await db.send(new PutCommand({ TableName: table, Item: token, ConditionExpression }));
    },

    /** Returns the token with this hash, which may have expired. Strongly consistent. */
    async find(tokenHash: string): Promise<AccessToken | undefined> {
      const Key = { token_hash: tokenHash };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && accessToken.parse(Item);
    },

    /** Deletes the token. From then on, requests with it are refused. */
    async remove(tokenHash: string): Promise<void> {
      await db.send(new DeleteCommand({ TableName: table, Key: { token_hash: tokenHash } }));
    },
  };
}
