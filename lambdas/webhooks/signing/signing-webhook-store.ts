/** Reads webhooks with their secrets, for the functions that sign requests (Webhooks table). */
import DataLoader from 'dataloader';
import { signingWebhook, type SigningWebhook } from '../webhook.ts';
import type { ItemClient } from '../../aws/item-client.ts';

interface WebhookKey {
  readonly owner_id: string;
  readonly webhook_id: string;
}

/**
 * Creates a store that reads a webhook once for all callers that request it at the same time. Most first
 * attempts in a batch are for the same webhook. The read starts after all callers have requested the webhook,
 * so none of them gets outdated data.
 */
export function signingWebhookStore(items: ItemClient, table: string) {
  async function read({ owner_id, webhook_id }: WebhookKey): Promise<SigningWebhook | undefined> {
    const Key = { owner_id, webhook_id };
    const found = await items.get({ TableName: table, Key, ConsistentRead: true });
    return found && signingWebhook.parse(found);
  }

  const loader = new DataLoader<WebhookKey, SigningWebhook | undefined, string>(
    (asked) => {
      // Clear the cache so that later calls start a new read.
      loader.clearAll();
      return Promise.all(asked.map((key) => read(key).catch((error: unknown) => error as Error)));
    },
    { cacheKeyFn: ({ owner_id, webhook_id }) => `${owner_id} ${webhook_id}` },
  );

  return {
    /** Returns the webhook, or undefined if there is none. The read is strongly consistent. */
    find: (ownerId: string, webhookId: string): Promise<SigningWebhook | undefined> =>
      loader.load({ owner_id: ownerId, webhook_id: webhookId }),
  };
}
