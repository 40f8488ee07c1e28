/**
 * Finds the forms that members and apps with limited access can use, and the forms that callers can choose
 * from (Forms table).
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';

const accountForm = z.object({ account_id: z.string(), form_id: z.string(), name: z.string() });

/** The id and name of a form. */
export type AccountForm = z.infer<typeof accountForm>;

const ATTRIBUTES = projectionOf(accountForm.keyof().options);

export function accountFormsStore(db: DocumentClient, formsTable: string) {
  return {
    /**
     * Returns the account's form with this id, or undefined if there is none, using a strongly consistent
     * read.
     */
    async find(account_id: string, form_id: string): Promise<AccountForm | undefined> {
      const { Item } = await db.send(
        new GetCommand({
          TableName: formsTable,
          Key: { account_id, form_id },
          ConsistentRead: true,
          ...ATTRIBUTES,
        }),
      );
      return Item && accountForm.parse(Item);
    },

    /** Returns up to `limit` of the account's forms, newest first. Uses a strongly consistent read. */
    async newest(account_id: string, limit: number): Promise<AccountForm[]> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: formsTable,
          IndexName: 'by_creation',
          KeyConditionExpression: 'account_id = :account',
          ExpressionAttributeValues: { ':account': account_id },
          ...ATTRIBUTES,
          ScanIndexForward: false,
          ConsistentRead: true,
          Limit: limit,
        }),
      );
      return z.array(accountForm).parse(Items ?? []);
    },
  };
}
