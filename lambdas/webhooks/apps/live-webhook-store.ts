/**
 * Reads a webhook with its secrets, to send a request (Webhooks table and the tables in
 * `connection-principal-store.ts`). Each read checks that the app that created the webhook can still receive
 * submissions, so we stop sending requests as soon as a connection is revoked.
 */
import { receivingConnections } from '../../auth/connections/receiving-connection-store.ts';
import type { HotPathClients } from '../../aws/item-client.ts';
import type { Clock } from '../../core/clock.ts';
import { signingWebhookStore } from '../signing/signing-webhook-store.ts';
import { accessReader, type AccessTables } from '../subscriptions/access-store.ts';
import { formNameFor } from '../subscriptions/subscription-access.ts';
import type { LiveWebhook, SigningWebhook } from '../webhook.ts';

export function liveWebhookStore(
  { db, items }: HotPathClients,
  tables: AccessTables & { readonly webhooks: string },
  now: Clock = Date.now,
) {
  const webhooks = signingWebhookStore(items, tables.webhooks);

  const mayAppReceive = receivingConnections(db, tables);
  const readAccess = accessReader(db, tables);

  async function mayReceive({ account_id, owner_id, connection_id, app }: SigningWebhook): Promise<boolean> {
    if (connection_id === undefined || !app) return true;
    const { member_id, client_id } = app;
    return mayAppReceive({ account_id, connection_id, member_id, client_id }, owner_id);
  }

  return {
    /**
     * Returns the webhook, or undefined if it was deleted or if the app that created it has lost its
     * connection or its access to these submissions.
     * @param formId the form of the submission to send. If absent, the access of agents isn't checked
     */
    async find(ownerId: string, webhookId: string, formId?: string): Promise<LiveWebhook | undefined> {
      const found = await webhooks.find(ownerId, webhookId);
      if (found?.kind !== 'mcp') return found && (await mayReceive(found)) ? found : undefined;
      if (formId === undefined) return found;
      const form_name = formNameFor(found, formId, await readAccess(found, formId), now());
      return form_name === undefined ? undefined : { ...found, form_name };
    },
  };
}
