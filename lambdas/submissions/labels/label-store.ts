/**
 * Stores an account's labels as an attribute of the account's item (Accounts table). One small read returns
 * all labels, and one conditional write enforces the limits on their number and names.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditPut } from '../../core/audit-row.ts';
import { firstConditionHolds, projectionOf, transact, type DocumentClient } from '../../aws/dynamodb.ts';
import { Unavailable } from '../../core/errors/errors.ts';
import { labelAttributes, labelledAccount, type Label } from './label.ts';

/** Maximum number of attempts if other requests change the labels at the same time. */
const MAX_ATTEMPTS = 10;

/** Creates the label store. */
export function labelStore(db: DocumentClient, accountsTable: string) {
  const read = async (accountId: string): Promise<Label[] | undefined> => {
    const Key = { account_id: accountId };
    const { Item } = await db.send(
      new GetCommand({
        TableName: accountsTable,
        Key,
        ConsistentRead: true,
        ...projectionOf(labelAttributes),
      }),
    );
    return labelledAccount.optional().parse(Item)?.labels;
  };

  return {
    /** Returns the account's labels, oldest first, using a strongly consistent read. */
    find: async (accountId: string): Promise<Label[]> => (await read(accountId)) ?? [],

    /**
     * Replaces the labels with the result of `plan` and adds the audit log row.
     * @param plan called again if another request changed the labels; its errors reject the change
     * @throws Unavailable if other requests keep changing the labels
     */
    async change<Result extends { readonly labels: readonly Label[] }>(
      accountId: string,
      plan: (before: readonly Label[]) => Result,
      auditOf: (planned: Result, before: readonly Label[]) => AuditPut,
    ): Promise<Result> {
      for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
        const before = await read(accountId);
        const planned = plan(before ?? []);
        const Update = {
          TableName: accountsTable,
          Key: { account_id: accountId },
          UpdateExpression: 'SET labels = :after',
          ConditionExpression: before
            ? 'labels = :before'
            : 'attribute_exists(account_id) AND attribute_not_exists(labels)',
          ExpressionAttributeValues: { ':after': planned.labels, ...(before && { ':before': before }) },
        };
        const items = [{ Update }, auditOf(planned, before ?? [])];
        if (await firstConditionHolds(transact(db, { TransactItems: items }))) return planned;
      }
      throw new Unavailable('The labels are being changed by other requests. Please try again.');
    },
  };
}
