/**
 * Removes the mark that an account has until it creates its first account-wide webhook (tables Accounts and
 * Counters). While an account has the mark, ingest copies the mark to each submission, and fan-out doesn't
 * query account-wide webhooks.
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
     * Call this before you store an account-wide webhook, even if the account no longer has the mark. Another
     * request may have removed the mark from the account, but not yet from the copy that ingest uses.
     * Submissions that arrive after this call are never stored with the mark (docs/invariants.md, 2).
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
