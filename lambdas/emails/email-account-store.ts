/**
 * Reads the account attributes needed for e-mails (Accounts table) and the account's usage for the month
 * (Counters table).
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { emailAccount, quotaAccount, type EmailAccount, type QuotaAccount } from '../accounts/account.ts';
import { readUsed } from '../accounts/quota-shard-store.ts';
import { quotaCounter } from '../accounts/quota.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

export function emailAccountStore(db: DocumentClient, accountsTable: string) {
  return {
    /** Returns the account, using a strongly consistent read. */
    async find(accountId: string): Promise<EmailAccount | undefined> {
      const item = await attributesOf(db, accountsTable, accountId, emailAccount.keyof().options);
      return item && emailAccount.parse(item);
    },
  };
}

/** Creates a store for deciding whether an account's owner gets a quota notice. */
export function accountUsageStore(db: DocumentClient, tables: { accounts: string; counters: string }) {
  return {
    /**
     * Returns the account and the number of submissions accepted in the month of `at`, using a strongly
     * consistent read.
     */
    async find(accountId: string, at: number): Promise<{ account: QuotaAccount; used: number } | undefined> {
      const [item, { Item: counted }] = await Promise.all([
        attributesOf(db, tables.accounts, accountId, quotaAccount.keyof().options),
        db.send(
          new GetCommand({
            TableName: tables.counters,
            Key: { counter: quotaCounter(accountId, at, 0).counter },
            ConsistentRead: true,
          }),
        ),
      ]);
      return (
        item && {
          account: quotaAccount.parse(item),
          used: await readUsed(db, tables.counters, counted),
        }
      );
    },
  };
}

async function attributesOf(
  db: DocumentClient,
  TableName: string,
  account_id: string,
  attributes: readonly string[],
): Promise<Record<string, unknown> | undefined> {
  const { Item } = await db.send(
    new GetCommand({
      TableName,
      Key: { account_id },
      ConsistentRead: true,
      ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
      ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
    }),
  );
  return Item;
}
