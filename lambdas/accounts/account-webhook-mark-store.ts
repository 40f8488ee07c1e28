/**
 * Removes the mark that an account has never had an account-wide webhook (tables Accounts and Counters).
 * While the mark exists, ingest marks what it stores, and fan-out doesn't look for such webhooks.
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
     * Runs before each account-wide webhook is stored, even if the mark is already gone: another request may
     * have removed it from the account, but not yet from the copy that ingest uses. No post that begins after
     * this is stored with the mark (docs/invariants.md, 2).
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
