/**
 * Stores the health of webhook endpoints, as observed by deliveries (Webhooks table). Each write is
 * conditional and does nothing if the webhook has changed since it was read.
 */
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { EndpointHealthStore } from './endpoint-health.ts';
import { conditionHolds, type DocumentClient } from '../../aws/dynamodb.ts';

export function endpointHealthStore(db: DocumentClient, table: string): EndpointHealthStore {
  const update = async (
    { owner_id, webhook_id }: { owner_id: string; webhook_id: string },
    change: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ): Promise<void> => {
    await conditionHolds(
      db.send(new UpdateCommand({ TableName: table, Key: { owner_id, webhook_id }, ...change })),
    );
  };
  return {
    markFailing: (of, since, emailOwner) =>
      update(of, {
        UpdateExpression: `SET failing_since = :since${
          emailOwner ? ', failing_email_due = :since, failing_email_at = :since' : ''
        }`,
        // Do nothing if the URL has changed, because another endpoint failed.
        ConditionExpression: 'enabled = :true AND #url = :url AND attribute_not_exists(failing_since)',
        ExpressionAttributeNames: { '#url': 'url' },
        ExpressionAttributeValues: { ':since': since, ':url': of.url, ':true': true },
      }),

    markWorking: (of) =>
      update(of, {
        UpdateExpression: 'REMOVE failing_since',
        ConditionExpression: 'failing_since = :seen',
        ExpressionAttributeValues: { ':seen': of.failing_since },
      }),

    disable: (of, reason, at) =>
      update(of, {
        UpdateExpression:
          'SET enabled = :false, disabled_reason = :reason, owner_email_due = :at, updated_at = :at REMOVE failing_email_due ADD version :one',
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
          // Increment the version, because this write changes a setting and clients that haven't seen the
          // change must reload first.
          ':one': 1,
          ':reason': reason,
          ':at': at,
          ':seen': reason === 'gone' ? of.url : of.failing_since,
        },
      }),

    markSlow: (of, until) =>
      update(of, {
        UpdateExpression: 'SET slow_until = :until',
        // Do nothing if the URL has changed, because the new endpoint might be fast.
        ConditionExpression: '#url = :url',
        ExpressionAttributeNames: { '#url': 'url' },
        ExpressionAttributeValues: { ':until': until, ':url': of.url },
      }),

    failingEmailQueued: (of) =>
      update(of, {
        UpdateExpression: 'REMOVE failing_email_due',
        ConditionExpression: 'failing_email_due = :seen',
        ExpressionAttributeValues: { ':seen': of.failing_email_due },
      }),

    ownerEmailQueued: (of) =>
      update(of, {
        UpdateExpression: 'REMOVE owner_email_due',
        ConditionExpression: 'owner_email_due = :seen',
        ExpressionAttributeValues: { ':seen': of.owner_email_due },
      }),
  };
}
