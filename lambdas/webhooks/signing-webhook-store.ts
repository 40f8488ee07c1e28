/** Reads webhooks with their secrets, for the functions that sign requests (table Webhooks). */
import DataLoader from 'dataloader';
import { signingWebhook, type SigningWebhook } from './webhook.ts';
import type { ItemClient } from '../aws/item-client.ts';

interface WebhookKey {
  readonly owner_id: string;
  readonly webhook_id: string;
}

/**
 * Callers that ask for the same webhook at the same time share one read. It starts after all of them have
 * asked, so it is as fresh as a separate read. Most first attempts of a batch go to the same webhook.
 */
export function signingWebhookStore(items: ItemClient, table: string) {
  async function read({ owner_id, webhook_id }: WebhookKey): Promise<SigningWebhook | undefined> {
    const Key = { owner_id, webhook_id };
    const found = await items.get({ TableName: table, Key, ConsistentRead: true });
    return found && signingWebhook.parse(found);
  }

  const loader = new DataLoader<WebhookKey, SigningWebhook | undefined, string>(
    (asked) => {
      // Later callers get a new read.
      loader.clearAll();
      return Promise.all(asked.map((key) => read(key).catch((error: unknown) => error as Error)));
    },
    { cacheKeyFn: ({ owner_id, webhook_id }) => `${owner_id} ${webhook_id}` },
  );

  return {
    /** Returns the webhook; undefined if there is none. Strongly consistent. */
    find: (ownerId: string, webhookId: string): Promise<SigningWebhook | undefined> =>
      loader.load({ owner_id: ownerId, webhook_id: webhookId }),
  };
}
