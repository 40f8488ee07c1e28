/** Reads webhooks with their secrets, for the functions that sign requests (table Webhooks). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { signingWebhook, type SigningWebhook } from './webhook.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

export function signingWebhookStore(db: DocumentClient, table: string) {
  return {
    async find(ownerId: string, webhookId: string): Promise<SigningWebhook | undefined> {
      const Key = { form_id: ownerId, webhook_id: webhookId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && signingWebhook.parse(Item);
    },
  };
}
