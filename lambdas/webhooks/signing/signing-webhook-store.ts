/** Reads webhooks with their secrets, for the functions that sign requests (Webhooks table). */
import type { ItemClient } from '../../aws/item-client.ts';
import { sharedReads } from '../../aws/shared-reads.ts';
import { signingWebhook, type SigningWebhook } from '../webhook.ts';

interface WebhookKey {
  readonly owner_id: string;
  readonly webhook_id: string;
}

/**
 * Creates a store that reads a webhook once for all callers that request it at the same time. This saves
 * reads, because most first attempts in a batch are for the same webhook.
 */
export function signingWebhookStore(items: ItemClient, table: string) {
  const read = sharedReads<WebhookKey, SigningWebhook | undefined>(
    async ({ owner_id, webhook_id }) => {
      const Key = { owner_id, webhook_id };
      const found = await items.get({ TableName: table, Key, ConsistentRead: true });
      return found && signingWebhook.parse(found);
    },
    ({ owner_id, webhook_id }) => `${owner_id} ${webhook_id}`,
  );
  return {
    /** Returns the webhook, or undefined if there is none. The read is strongly consistent. */
    find: (ownerId: string, webhookId: string): Promise<SigningWebhook | undefined> =>
      read({ owner_id: ownerId, webhook_id: webhookId }),
  };
}
