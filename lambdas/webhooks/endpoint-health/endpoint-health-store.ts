/**
 * Stores the health of webhook endpoints, as observed by deliveries (Webhooks table). Each write is
 * conditional and does nothing if the webhook has changed since it was read.
 */
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { EndpointHealthStore } from './endpoint-health.ts';
import { conditionHolds, firstConditionHolds, transact, type DocumentClient } from '../../aws/dynamodb.ts';
import { putDueRecovery } from '../recovery/due-recovery.ts';
import { isSpanOpen } from './failure-span.ts';

/** Expression that starts a failing span. */
const START_SPAN = 'failure_id = :at, failure_from = :from, failure_count = :zero';

export function endpointHealthStore(
  db: DocumentClient,
  { webhooks: table, recoveries }: { readonly webhooks: string; readonly recoveries: string },
): EndpointHealthStore {
  const update = async (
    { owner_id, webhook_id }: { owner_id: string; webhook_id: string },
    change: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ): Promise<boolean> =>
    conditionHolds(
      db.send(new UpdateCommand({ TableName: table, Key: { owner_id, webhook_id }, ...change })),
    );
  return {
    async markFailing(of, since, emailOwner, from = since) {
      const set = [
        'failing_since = :at',
        START_SPAN,
        ...(emailOwner ? ['failing_email_due = :at', 'failing_email_at = :at'] : []),
        ...(of.auto_recover === true ? ['probe_due = :at'] : []),
      ];
      await update(of, {
        UpdateExpression: `SET ${set.join(', ')} REMOVE failure_until`,
        // Do nothing if the URL has changed, because it was the previous endpoint that failed.
        ConditionExpression: 'enabled = :true AND #url = :url AND attribute_not_exists(failing_since)',
        ExpressionAttributeNames: { '#url': 'url' },
        ExpressionAttributeValues: { ':at': since, ':from': from, ':zero': 0, ':url': of.url, ':true': true },
      });
    },

    async markWorking({ owner_id, webhook_id, account_id, ...of }, at) {
      const end = {
        UpdateExpression: 'SET failure_until = :at REMOVE failing_since, probe_due',
        ConditionExpression: 'failing_since = :seen',
        ExpressionAttributeValues: { ':seen': of.failing_since, ':at': at },
      };
      if (of.auto_recover !== true) return update({ owner_id, webhook_id }, end);
      const since = of.failure_from ?? of.failing_since ?? at;
      const Update = { TableName: table, Key: { owner_id, webhook_id }, ...end };
      const due = putDueRecovery(recoveries, { webhook_id, account_id, since });
      return firstConditionHolds(transact(db, { TransactItems: [{ Update }, due] }));
    },

    async disable(of, reason, at, from = at) {
      const startsSpan = !isSpanOpen(of);
      await update(of, {
        UpdateExpression: `SET enabled = :false, disabled_reason = :reason, owner_email_due = :at, updated_at = :at${
          startsSpan ? `, ${START_SPAN}` : ''
        } REMOVE failing_email_due, probe_due${startsSpan ? ', failure_until' : ''} ADD version :one`,
        // Do nothing if a delivery has succeeded since the read. After a 410, only compare the URL, because
        // `failing_since` might have changed.
        ConditionExpression:
          reason === 'gone'
            ? 'enabled = :true AND #url = :seen'
            : 'enabled = :true AND failing_since = :seen',
        ...(reason === 'gone' && { ExpressionAttributeNames: { '#url': 'url' } }),
        ExpressionAttributeValues: {
          ':true': true,
          ':false': false,
          // Increment the version, because this write changes a setting. Clients that haven't seen the change
          // must reload the webhook before they can update it.
          ':one': 1,
          ':reason': reason,
          ':at': at,
          ':seen': reason === 'gone' ? of.url : of.failing_since,
          ...(startsSpan && { ':from': from, ':zero': 0 }),
        },
      });
    },

    async probesQueued(of) {
      await update(of, {
        UpdateExpression: 'REMOVE probe_due',
        ConditionExpression: 'probe_due = :seen',
        ExpressionAttributeValues: { ':seen': of.probe_due },
      });
    },

    markProbed: (of, due) =>
      update(of, {
        UpdateExpression: 'SET probed_at = :due',
        ConditionExpression:
          'failing_since = :seen AND (attribute_not_exists(probed_at) OR probed_at < :due)',
        ExpressionAttributeValues: { ':seen': of.failing_since, ':due': due },
      }),

    async markSlow(of, until) {
      await update(of, {
        UpdateExpression: 'SET slow_until = :until',
        // Do nothing if the URL has changed, because the new endpoint might be fast.
        ConditionExpression: '#url = :url',
        ExpressionAttributeNames: { '#url': 'url' },
        ExpressionAttributeValues: { ':until': until, ':url': of.url },
      });
    },

    async failingEmailQueued(of) {
      await update(of, {
        UpdateExpression: 'REMOVE failing_email_due',
        ConditionExpression: 'failing_email_due = :seen',
        ExpressionAttributeValues: { ':seen': of.failing_email_due },
      });
    },

    async ownerEmailQueued(of) {
      await update(of, {
        UpdateExpression: 'REMOVE owner_email_due',
        ConditionExpression: 'owner_email_due = :seen',
        ExpressionAttributeValues: { ':seen': of.owner_email_due },
      });
    },
  };
}
