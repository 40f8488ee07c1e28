/**
 * Removes the mark that tells fan-out not to look for account-wide webhooks (Accounts and Counters tables).
 * New accounts have the mark until they create their first account-wide webhook. Ingest copies the mark to
 * each submission.
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
     * Removes the mark. Call this before you store an account-wide webhook, even if the account no longer has
     * the mark. Another request might have removed the mark from the account, but not yet from the copy that
     * ingest uses. Submissions that arrive after this call are never stored with the mark (docs/invariants.md,
     * 2).
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
