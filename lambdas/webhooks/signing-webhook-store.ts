/** Webhooks with their secrets, for the functions that sign (table Webhooks). */
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { signingWebhook, type SigningWebhook } from './webhook.ts';
import type { EndpointHealthStore } from './endpoint-health.ts';
import { conditionHolds, type DocumentClient } from '../aws/dynamodb.ts';

export function signingWebhookStore(db: DocumentClient, table: string) {
  return {
    async find(formId: string, webhookId: string): Promise<SigningWebhook | undefined> {
      const Key = { form_id: formId, webhook_id: webhookId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && signingWebhook.parse(Item);
    },
  };
}

/** What deliveries find out about a webhook; each write is lost on purpose when the webhook has changed meanwhile. */
export function endpointHealthStore(db: DocumentClient, table: string): EndpointHealthStore {
  const update = async (
    { form_id, webhook_id }: { form_id: string; webhook_id: string },
    change: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ): Promise<void> => {
    await conditionHolds(
      db.send(new UpdateCommand({ TableName: table, Key: { form_id, webhook_id }, ...change })),
    );
  };
  return {
    markFailing: (of, since) =>
      update(of, {
        UpdateExpression: 'SET failing_since = :since',
        // Not of another address than the one that failed.
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

    disableFailing: (of, at) =>
      update(of, {
        UpdateExpression:
          'SET enabled = :false, disabled_reason = :failing, notice_due = :at, updated_at = :at',
        ConditionExpression: 'enabled = :true AND failing_since = :seen',
        ExpressionAttributeValues: {
          ':true': true,
          ':false': false,
          ':failing': 'failing',
          ':at': at,
          ':seen': of.failing_since,
        },
      }),

    markSlow: (of, until) =>
      update(of, {
        UpdateExpression: 'SET slow_until = :until',
        // Another address may be quick.
        ConditionExpression: '#url = :url',
        ExpressionAttributeNames: { '#url': 'url' },
        ExpressionAttributeValues: { ':until': until, ':url': of.url },
      }),

    noticeSent: (of) =>
      update(of, {
        UpdateExpression: 'REMOVE notice_due',
        ConditionExpression: 'notice_due = :seen',
        ExpressionAttributeValues: { ':seen': of.notice_due },
      }),
  };
}
