/**
 * Reads an agent's subscription with the items that determine the agent's access (Accounts, ApiKeys, Connections,
 * Forms, Members, OauthClients and Webhooks tables). The reads are strongly consistent.
 */
import * as z from 'zod';
import { account, sessionAccountAttributes } from '../../accounts/account.ts';
import { apiKey } from '../../auth/keys/api-key.ts';
import {
  connectionKeys,
  connectionStateIn,
  type ConnectionTables,
} from '../../auth/connections/connection-principal-store.ts';
import { batchGet, type KeysByTable } from '../../aws/batch-get.ts';
import { projectionOf } from '../../aws/dynamodb.ts';
import type { HotPathClients } from '../../aws/item-client.ts';
import { sharedReads } from '../../aws/shared-reads.ts';
import { signingWebhookStore } from '../signing/signing-webhook-store.ts';
import { signingWebhook, type SigningWebhook } from '../webhook.ts';
import { accessFormAttributes, type AccessState } from './subscription-access.ts';

export interface AccessTables extends ConnectionTables {
  readonly apiKeys: string;
  readonly forms: string;
  readonly webhooks: string;
}

const namedForm = z.object({ name: z.string() });
const accountStatus = account.pick({ suspended_at: true });

/** Identifies a subscription and the form whose submission is sent to it. */
export interface SubscriptionKey {
  readonly ownerId: string;
  readonly webhookId: string;
  /** The form of the submission to send. */
  readonly formId: string;
}

interface FoundSubscription {
  readonly subscription: SigningWebhook;
  readonly access: AccessState;
}

/** The connection or the key that a subscription belongs to. */
type Holder = Pick<SigningWebhook, 'account_id' | 'connection_id' | 'app' | 'key'>;

/** Cache of holders, keyed by subscription id. */
export type Holders = Map<string, Holder>;

/** Maximum number of holders in the cache. */
const MAX_KNOWN = 1000;

/**
 * Creates a function that reads a subscription and its current access to a form, once for all callers that
 * request both at the same time. Returns undefined if the subscription was deleted.
 *
 * The subscription's holder determines which items have to be read. This holder never changes, because the
 * subscription's id is a hash that includes the holder. Once the holder is in the cache, a single call
 * therefore reads the subscription and these items.
 */
export function subscriptionReader({ db, items }: HotPathClients, tables: AccessTables, holders: Holders) {
  const webhooks = signingWebhookStore(items, tables.webhooks);

  async function readAll({ ownerId, webhookId, formId }: SubscriptionKey, holder: Holder) {
    const Key = { owner_id: ownerId, webhook_id: webhookId };
    const found = await batchGet(db, { [tables.webhooks]: one(Key), ...accessKeys(tables, holder, formId) });
    const subscription = signingWebhook.optional().parse(found[tables.webhooks]?.[0]);
    return subscription && { subscription, access: accessIn(found, tables, holder) };
  }

  async function read(key: SubscriptionKey): Promise<FoundSubscription | undefined> {
    const { ownerId, webhookId, formId } = key;
    const known = holders.get(webhookId);
    if (known) return readAll(key, known);
    const subscription = await webhooks.find(ownerId, webhookId);
    if (!subscription) return undefined;
    const { account_id, connection_id, app, key: ofKey } = subscription;
    const holder = { account_id, connection_id, app, key: ofKey };
    if (holders.size >= MAX_KNOWN) holders.clear();
    holders.set(webhookId, holder);
    const found = await batchGet(db, accessKeys(tables, holder, formId));
    return { subscription, access: accessIn(found, tables, holder) };
  }

  return sharedReads(read, ({ webhookId, formId }) => `${webhookId} ${formId}`);
}

const one = (Key: Record<string, string>) => ({ Keys: [Key], ConsistentRead: true });

const tokenOf = ({ account_id, connection_id = '', app }: Holder) =>
  app && { account_id, connection_id, ...app };

/** Returns the keys of the items that determine the holder's access to a form. */
function accessKeys(tables: AccessTables, holder: Holder, formId: string): KeysByTable {
  const { account_id, key } = holder;
  const token = tokenOf(holder);
  return {
    [tables.accounts]: {
      ...one({ account_id }),
      ProjectionExpression: sessionAccountAttributes.join(', '),
    },
    ...(token && connectionKeys(tables, token)),
    ...(key && { [tables.apiKeys]: one({ key_hash: key.key_hash }) }),
    [tables.forms]: { ...one({ account_id, form_id: formId }), ...projectionOf(accessFormAttributes) },
  };
}

/** Returns the agent's access, as determined by the items that were read. */
function accessIn(
  found: Awaited<ReturnType<typeof batchGet>>,
  tables: AccessTables,
  holder: Holder,
): AccessState {
  const token = tokenOf(holder);
  return {
    connection: token && connectionStateIn(found, tables, token),
    key: holder.key && apiKey.optional().parse(found[tables.apiKeys]?.[0]),
    account: accountStatus.optional().parse(found[tables.accounts]?.[0]),
    form: namedForm.optional().parse(found[tables.forms]?.[0]),
  };
}
