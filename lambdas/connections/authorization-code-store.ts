/**
 * Stores, finds and redeems authorization codes (AuthorizationCodes table). Redeeming a code creates its
 * connection and the first access token in the same transaction (Connections, AccessTokens and Members
 * tables). As a result, only one of several requests with the same code succeeds. A second request with the
 * code finds the connection, which the caller can then end.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditPut } from '../core/audit-row.ts';
import type { ConnectionToken } from '../auth/access-token.ts';
import { failedConditions, transact, type DocumentClient } from '../aws/dynamodb.ts';
import { timestamp } from '../core/clock.ts';
import { authorizationCode, type AuthorizationCode } from './authorization-code.ts';
import type { Connection } from '../auth/connections/connection.ts';

/** Creates the store for authorization codes. */
export function authorizationCodeStore(db: DocumentClient, table: string) {
  return {
    /** Stores a new code and the consent's audit log row. */
    async store(code: AuthorizationCode, audit: AuditPut): Promise<void> {
      const Put = { TableName: table, Item: code, ConditionExpression: 'attribute_not_exists(code_hash)' };
      await transact(db, { TransactItems: [{ Put }, audit] });
    },

    /**
     * Returns the code with this hash, even if it has been redeemed or has expired. Uses a strongly
     * consistent read.
     */
    async find(codeHash: string): Promise<AuthorizationCode | undefined> {
      const Key = { code_hash: codeHash };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && authorizationCode.parse(Item);
    },
  };
}

export interface RedemptionTables {
  readonly accessTokens: string;
  readonly authorizationCodes: string;
  readonly connections: string;
  readonly members: string;
}

/** Creates the store that redeems authorization codes. */
export function codeRedemptionStore(db: DocumentClient, tables: RedemptionTables) {
  return {
    find: authorizationCodeStore(db, tables.authorizationCodes).find,

    /**
     * Redeems a code. Writes nothing unless the result is `spent`. Any other result means that another
     * request has redeemed the code, or that the member has been removed.
     */
    async spend(
      { code_hash }: AuthorizationCode,
      { stored, token }: { stored: Connection; token: ConnectionToken },
      at: number,
    ): Promise<'spent' | 'spent-before' | 'member-gone'> {
      const { account_id, member_id } = stored;
      try {
        await transact(db, {
          TransactItems: [
            {
              Update: {
                TableName: tables.authorizationCodes,
                Key: { code_hash },
                UpdateExpression: 'SET spent_at = :now',
                ConditionExpression: 'attribute_exists(code_hash) AND attribute_not_exists(spent_at)',
                ExpressionAttributeValues: { ':now': timestamp(at) },
              },
            },
            {
              ConditionCheck: {
                TableName: tables.members,
                Key: { account_id, member_id },
                ConditionExpression: 'attribute_exists(member_id)',
              },
            },
            { Put: { TableName: tables.connections, Item: stored } },
            { Put: { TableName: tables.accessTokens, Item: token } },
          ],
        });
        return 'spent';
      } catch (error) {
        const failed = failedConditions(error) ?? [];
        if (failed[0]) return 'spent-before';
        if (failed[1]) return 'member-gone';
        throw error;
      }
    },
  };
}
