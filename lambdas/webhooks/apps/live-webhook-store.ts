/**
 * Reads a webhook with its secrets, to send a request (Webhooks table and the tables in
 * `connection-principal-store.ts`). Each read checks that the app or the agent that created the webhook can still
 * receive submissions, so we stop sending requests as soon as a connection is revoked.
 */
import { receivingConnections } from '../../auth/connections/receiving-connection-store.ts';
import type { HotPathClients } from '../../aws/item-client.ts';
import type { Clock } from '../../core/clock.ts';
import { isSubscriptionId } from '../../core/ids.ts';
import { signingWebhookStore } from '../signing/signing-webhook-store.ts';
import { subscriptionReader, type AccessTables, type Holders } from '../subscriptions/access-store.ts';
import { formNameFor } from '../subscriptions/subscription-access.ts';
import type { LiveWebhook, SigningWebhook } from '../webhook.ts';

/** @param holders cache of the connections and keys that hold subscriptions; filled by the store */
export function liveWebhookStore(
  clients: HotPathClients,
  tables: AccessTables,
  now: Clock = Date.now,
  holders: Holders = new Map(),
) {
  const webhooks = signingWebhookStore(clients.items, tables.webhooks);
  const mayAppReceive = receivingConnections(clients.db, tables);
  const readSubscription = subscriptionReader(clients, tables, holders);

  async function mayReceive({ account_id, owner_id, connection_id, app }: SigningWebhook): Promise<boolean> {
    if (connection_id === undefined || !app) return true;
    const { member_id, client_id } = app;
    return mayAppReceive({ account_id, connection_id, member_id, client_id }, owner_id);
  }

  async function findSubscription(
    ownerId: string,
    webhookId: string,
    formId: string,
  ): Promise<LiveWebhook | undefined> {
    const found = await readSubscription({ ownerId, webhookId, formId });
    if (!found) return undefined;
    const { subscription, access } = found;
    const form_name = formNameFor(subscription, formId, access, now());
    return form_name === undefined ? undefined : { ...subscription, form_name };
  }

  return {
    /**
     * Returns the webhook, or undefined if it was deleted or if the app that created it has lost its
     * connection or its access to these submissions.
     * @param formId the form of the submission to send. If absent, agents' access isn't checked
     */
    async find(ownerId: string, webhookId: string, formId?: string): Promise<LiveWebhook | undefined> {
      const isOfAgent = isSubscriptionId(webhookId);
      if (isOfAgent && formId !== undefined) return findSubscription(ownerId, webhookId, formId);
      const found = await webhooks.find(ownerId, webhookId);
      return found && (isOfAgent || (await mayReceive(found))) ? found : undefined;
    },
  };
}
