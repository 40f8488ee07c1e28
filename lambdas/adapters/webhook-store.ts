/** Webhooks (table Webhooks). Only `signingWebhooks` reads secrets; roles hold the others to the rest. */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { signingWebhook, webhook, type SigningWebhook, type Webhook } from '../domain/webhook.ts';
import type { Documents } from './dynamodb.ts';

/** Everything but the secrets. */
const SHOWN = {
  ProjectionExpression: '#form_id, #webhook_id, #url, #enabled, #created_at, #updated_at',
  ExpressionAttributeNames: {
    '#form_id': 'form_id',
    '#webhook_id': 'webhook_id',
    '#url': 'url',
    '#enabled': 'enabled',
    '#created_at': 'created_at',
    '#updated_at': 'updated_at',
  },
};

/** Webhooks without their secrets. */
export function webhookStore(db: Documents, table: string) {
  return {
    async find(formId: string, webhookId: string): Promise<Webhook | undefined> {
      const Key = { form_id: formId, webhook_id: webhookId };
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key, ConsistentRead: true, ...SHOWN }),
      );
      return Item && webhook.parse(Item);
    },

    /** All webhooks of the form, newest first; a form has few. */
    async list(formId: string): Promise<Webhook[]> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: '#form_id = :form',
          ExpressionAttributeValues: { ':form': formId },
          ConsistentRead: true,
          ...SHOWN,
        }),
      );
      const rows = z.array(webhook).parse(Items ?? []);
      return rows.sort((a, b) => b.created_at.localeCompare(a.created_at));
    },

    async create(created: SigningWebhook): Promise<void> {
      await db.send(
        new PutCommand({
          TableName: table,
          Item: created,
          ConditionExpression: 'attribute_not_exists(webhook_id)',
        }),
      );
    },
  };
}

/** Webhooks with their secrets, for the functions that sign. */
export function signingWebhooks(db: Documents, table: string) {
  return {
    async find(formId: string, webhookId: string): Promise<SigningWebhook | undefined> {
      const Key = { form_id: formId, webhook_id: webhookId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && signingWebhook.parse(Item);
    },
  };
}
