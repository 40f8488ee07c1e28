/**
 * Reads a webhook with its secrets in order to send a request. If an app created the webhook, it is only
 * found while that app may receive submissions (table Webhooks, and the tables of
 * `connection-principal-store.ts`). If a connection ends or loses permissions, the very next request is
 * affected.
 */
import { canSeeAllForms } from '../../auth/ownership.ts';
import { canSeeForm } from '../../core/caller.ts';
import { loadConnection, type ConnectionTables } from '../../auth/connections/connection-principal-store.ts';
import { currentScopes, liveConnection } from '../../auth/connections/connection-principal.ts';
import type { HotPathClients } from '../../aws/item-client.ts';
import { isFormId } from '../../core/ids.ts';
import { signingWebhookStore } from '../signing-webhook-store.ts';
import type { SigningWebhook } from '../webhook.ts';

export function liveWebhookStore(
  { db, items }: HotPathClients,
  tables: ConnectionTables & { readonly webhooks: string },
) {
  const webhooks = signingWebhookStore(items, tables.webhooks);

  async function mayReceive({ account_id, owner_id, connection_id, app }: SigningWebhook): Promise<boolean> {
    if (connection_id === undefined || !app) return true;
    const of = { account_id, connection_id, member_id: app.member_id, client_id: app.client_id };
    const live = liveConnection(of, await loadConnection(db, tables, of));
    if (!live) return false;
    const { connection, member } = live;
    const owner = { account_id, form_ids: member.form_ids };
    const sees = isFormId(owner_id) ? canSeeForm(owner, owner_id) : canSeeAllForms(owner);
    return sees && currentScopes(connection, member.role).includes('read');
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
