/**
 * Reads a webhook with its secrets, to send a request (Webhooks table and the tables in
 * `connection-principal-store.ts`). Each read checks that the app that created the webhook can still receive
 * submissions, so we stop sending requests as soon as a connection is revoked.
 */
import type { ConnectionTables } from '../../auth/connections/connection-principal-store.ts';
import { receivingConnections } from '../../auth/connections/receiving-connection-store.ts';
import type { HotPathClients } from '../../aws/item-client.ts';
import { signingWebhookStore } from '../signing/signing-webhook-store.ts';
import type { SigningWebhook } from '../webhook.ts';

export function liveWebhookStore(
  { db, items }: HotPathClients,
  tables: ConnectionTables & { readonly webhooks: string },
) {
  const webhooks = signingWebhookStore(items, tables.webhooks);

  const mayAppReceive = receivingConnections(db, tables);

  async function mayReceive({ account_id, owner_id, connection_id, app }: SigningWebhook): Promise<boolean> {
    if (connection_id === undefined || !app) return true;
    const { member_id, client_id } = app;
    return mayAppReceive({ account_id, connection_id, member_id, client_id }, owner_id);
  }

  return {
    /**
     * Returns the webhook, or undefined if it was deleted or if the app that created it has lost its
     * connection or its access to these submissions.
     */
    async find(ownerId: string, webhookId: string): Promise<SigningWebhook | undefined> {
      const found = await webhooks.find(ownerId, webhookId);
      return found && (await mayReceive(found)) ? found : undefined;
    },
  };
}
