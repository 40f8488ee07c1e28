/**
 * Takes away the mark that an account never had a webhook of all forms (tables Accounts and Counters). While it is there,
 * ingest marks what it stores, and fan-out asks for no such webhooks.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';
import type { Clock } from '../core/clock.ts';
import { forgetLimits } from './quota-store.ts';

export function accountWebhookMarkStore(
  db: DocumentClient,
  tables: { readonly accounts: string; readonly counters: string },
  now: Clock,
) {
  return {
    /**
     * Comes before each webhook of all forms is stored, also where the mark is gone: another request may have taken it away
     * from the account, and not yet from the copy by which ingest goes. No post that begins after this is stored
     * with the mark (docs/invariants.md, 2).
     */
    async remove(accountId: string): Promise<void> {
      await conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: tables.accounts,
            Key: { account_id: accountId },
            UpdateExpression: 'REMOVE no_account_webhooks',
            ConditionExpression: 'attribute_exists(account_id)',
          }),
        ),
      );
      await forgetLimits(db, tables.counters, accountId, now());
    },
  };
}
