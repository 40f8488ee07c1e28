/**
 * Stores agents' subscriptions within their limits, even if requests race (ApiKeys, Connections, Counters,
 * Forms, FormSlugs and Webhooks tables).
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  failedConditions,
  firstConditionHolds,
  transact,
  type DocumentClient,
  type TransactItem,
} from '../../aws/dynamodb.ts';
import type { AuditPut } from '../../core/audit-row.ts';
import { principalIdOf, type Principal } from '../../core/caller.ts';
import { DAY, epochSeconds, timestamp, type Clock } from '../../core/clock.ts';
import { Unavailable } from '../../core/errors/errors.ts';
import { retry, type RetryConfig } from '../../core/retry.ts';
import { webhookMarkStore } from '../../forms/webhook-mark-store.ts';
import { deletedWebhook } from '../webhook-id-store.ts';
import { signingWebhook, type SigningWebhook, type Webhook } from '../webhook.ts';
import { counterOf, keyOf, ledgerReads, type LedgerTables } from './ledger-store.ts';
import { exceededLimit, type Ledger } from './ledger.ts';
import { hasEnded } from './subscription-attributes.ts';
import {
  newSubscription,
  renewedAttributes,
  renewedSecrets,
  type SubscriptionRequest,
} from './subscription.ts';

export interface SubscriptionTables extends LedgerTables {
  readonly connections: string;
  readonly forms: string;
  readonly formSlugs: string;
}

/** Thrown if another request has changed the account's subscriptions since they were counted. */
class ConcurrentSubscription extends Unavailable {}

/** Result of a request to subscribe. Nothing was stored unless the result is `created` or `renewed`. */
export type SavedSubscription =
  | { readonly kind: 'created' | 'renewed'; readonly endsAt: string }
  | { readonly kind: 'too-many'; readonly limit: number }
  | { readonly kind: 'form-gone' | 'principal-gone' };

/** The subscription to store. */
export interface SubscriptionToSave {
  readonly id: string;
  readonly request: SubscriptionRequest;
  /**
   * Returns the end time for a subscription that is stored at the given time. Called again for each attempt
   * to store it, so that a request that is stored later never gets an earlier end than a previous request.
   */
  readonly endsAt: (at: number) => string;
}

/** How the store waits before it tries again. */
type Waits = Pick<RetryConfig, 'pause' | 'random'>;

export function subscriptionStore(
  db: DocumentClient,
  tables: SubscriptionTables,
  now: Clock,
  waits: Waits = { pause },
) {
  const { current, readAll, readLedger } = ledgerReads(db, tables, now);
  const marks = webhookMarkStore(db, tables);

  /** Returns the subscription with its secrets, even if it has ended. */
  async function find(id: string): Promise<SigningWebhook | undefined> {
    const { Item } = await db.send(
      new GetCommand({ TableName: tables.webhooks, Key: keyOf(id), ConsistentRead: true }),
    );
    return signingWebhook.optional().parse(Item);
  }

  /**
   * Deletes a subscription, unless it has changed since it was read. Keeps its id as long as its deliveries
   * exist.
   * @returns false if it was deleted or changed in the meantime
   */
  const remove = ({ owner_id, webhook_id, ends_at = '' }: Webhook, audit?: AuditPut): Promise<boolean> =>
    firstConditionHolds(
      transact(db, {
        TransactItems: [
          {
            Delete: {
              TableName: tables.webhooks,
              Key: { owner_id, webhook_id },
              ConditionExpression: 'ends_at = :seen',
              ExpressionAttributeValues: { ':seen': ends_at },
            },
          },
          { Put: { TableName: tables.webhooks, Item: deletedWebhook(owner_id, webhook_id, now()) } },
          ...(audit ? [audit] : []),
        ],
      }),
    );

  /** Returns the account's other subscriptions that haven't ended. */
  const othersThan = async (id: string, listed: readonly Webhook[]): Promise<Webhook[]> =>
    current(listed.filter(({ webhook_id }) => webhook_id !== id));

  /** Replaces the ledger. If another request has changed it since it was read, the condition fails. */
  const putLedger = (accountId: string, seen: Ledger | undefined, ids: readonly string[]) => ({
    Put: {
      TableName: tables.counters,
      Item: {
        counter: counterOf(accountId),
        version: randomUUID(),
        ids,
        // Keep the ledger for two days, because no subscription lasts longer than a day.
        expires_at: epochSeconds(now() + 2 * DAY),
      },
      ConditionExpression: seen ? '#version = :seen' : 'attribute_not_exists(#version)',
      ExpressionAttributeNames: { '#version': 'version' },
      ...(seen && { ExpressionAttributeValues: { ':seen': seen.version } }),
    },
  });

  /** Returns transaction items that fail if the connection or the key has ended in the meantime. */
  function principalExists(caller: Principal): TransactItem[] {
    if (caller.type === 'member') return [];
    const check =
      caller.type === 'connection'
        ? {
            TableName: tables.connections,
            Key: { account_id: caller.account_id, connection_id: caller.connection_id },
            ConditionExpression: 'attribute_exists(connection_id)',
          }
        : {
            TableName: tables.apiKeys,
            Key: { key_hash: caller.key_hash },
            ConditionExpression: 'attribute_exists(key_hash) AND attribute_not_exists(revoked_at)',
          };
    return [{ ConditionCheck: check }];
  }

  /**
   * Returns transaction items that fail if the form was deleted. The items also remove the form's
   * `no_webhooks` mark, so that fan-out looks for the form's webhooks.
   */
  async function formItems({ accountId, formId }: SubscriptionRequest): Promise<TransactItem[]> {
    if (formId === undefined) return [];
    const key = { account_id: accountId, form_id: formId };
    const removal = await marks.removal(key);
    const ConditionExpression = 'attribute_exists(form_id)';
    return removal ?? [{ ConditionCheck: { TableName: tables.forms, Key: key, ConditionExpression } }];
  }

  const putOf = (created: SigningWebhook, stored: SigningWebhook | undefined): TransactItem => ({
    Put: {
      TableName: tables.webhooks,
      Item: created,
      ConditionExpression: stored ? 'ends_at = :seen' : 'attribute_not_exists(webhook_id)',
      ...(stored && { ExpressionAttributeValues: { ':seen': stored.ends_at } }),
    },
  });

  async function trySave(
    caller: Principal,
    { id, request, endsAt: endOf }: SubscriptionToSave,
    auditOf: (created: Webhook) => AuditPut,
  ): Promise<SavedSubscription> {
    const { accountId } = request;
    const [seen, stored, form] = await Promise.all([readLedger(accountId), find(id), formItems(request)]);
    const listed = await readAll(seen);
    const others = await othersThan(id, listed);
    const isRenewal = stored !== undefined && !hasEnded(stored, now());
    const kept = new Set([id, ...others.map(({ webhook_id }) => webhook_id)]);
    const limit = isRenewal ? undefined : exceededLimit(principalIdOf(caller), others);
    if (limit !== undefined) return { kind: 'too-many', limit };
    await Promise.all(listed.filter(({ webhook_id }) => !kept.has(webhook_id)).map((each) => remove(each)));
    const at = now();
    const endsAt = endOf(at);
    const created = newSubscription(caller, id, request, endsAt, at);
    const renewal = isRenewal && updateOf(tables.webhooks, stored, { caller, request, endsAt }, at);
    const principal = principalExists(caller);
    try {
      await transact(db, {
        TransactItems: [
          putLedger(accountId, seen, [...kept]),
          renewal ? { Update: renewal } : putOf(created, stored),
          ...principal,
          ...form,
          ...(isRenewal ? [] : [auditOf(created)]),
        ],
      });
      return { kind: isRenewal ? 'renewed' : 'created', endsAt };
    } catch (error) {
      const failed = failedConditions(error);
      if (!failed) throw error;
      if (failed[0] === true || failed[1] === true) throw new ConcurrentSubscription();
      if (principal.length > 0 && failed[2] === true) return { kind: 'principal-gone' };
      // Either the form was deleted or its slug has changed. Try again to find out which.
      if (form.length > 1) throw new ConcurrentSubscription();
      return { kind: 'form-gone' };
    }
  }

  return {
    /**
     * Returns the limit that this subscription would exceed, `renewal` if the subscription already exists, or
     * undefined if it can be created. Concurrent requests can change the result, so `save` checks the limits
     * again.
     */
    async exceededLimit(caller: Principal, id: string): Promise<number | 'renewal' | undefined> {
      const listed = await readAll(await readLedger(caller.account_id));
      if (listed.some((each) => each.webhook_id === id && !hasEnded(each, now()))) return 'renewal';
      return exceededLimit(principalIdOf(caller), await othersThan(id, listed));
    },

    /**
     * Creates the subscription, or renews it if it exists.
     * @param auditOf returns the audit log row for a created subscription
     * @throws Unavailable if other requests keep changing the account's subscriptions
     */
    save: (
      caller: Principal,
      to: SubscriptionToSave,
      auditOf: (created: Webhook) => AuditPut,
    ): Promise<SavedSubscription> => retried(() => trySave(caller, to, auditOf), waits),

    /** Deletes a subscription. Does nothing if it doesn't exist or has already ended. */
    async remove(id: string, auditOf: (removed: Webhook) => AuditPut): Promise<void> {
      for (let tries = 0; tries < 10; tries += 1) {
        const stored = await find(id);
        if (!stored || hasEnded(stored, now()) || (await remove(stored, auditOf(stored)))) return;
      }
      throw new ConcurrentSubscription();
    },
  };
}

/** Repeats a call as long as other requests keep changing the account's subscriptions. */
const retried = <Result>(call: () => Promise<Result>, waits: Waits): Promise<Result> =>
  retry(call, {
    attempts: 100,
    firstWaitMs: 20,
    longestWaitMs: 200,
    isRetryable: (error) => error instanceof ConcurrentSubscription,
    ...waits,
  });

/** Builds the update that renews a subscription. It fails if another request has renewed it. */
function updateOf(
  table: string,
  stored: SigningWebhook,
  {
    caller,
    request,
    endsAt,
  }: { readonly caller: Principal; readonly request: SubscriptionRequest; readonly endsAt: string },
  at: number,
) {
  const { owner_id, webhook_id } = stored;
  const attributes: Readonly<Record<string, unknown>> = {
    form_ids: undefined,
    ...renewedAttributes(caller, request.formId, endsAt),
    previous_secret: undefined,
    previous_until: undefined,
    older_secret: undefined,
    older_until: undefined,
    ...renewedSecrets(stored, request.secret, at),
    updated_at: timestamp(at),
  };
  const names = Object.keys(attributes);
  const set = names.filter((name) => attributes[name] !== undefined);
  const gone = names.filter((name) => attributes[name] === undefined);
  return {
    TableName: table,
    Key: { owner_id, webhook_id },
    UpdateExpression: [
      `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`,
      ...(gone.length > 0 ? [`REMOVE ${gone.map((name) => `#${name}`).join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: 'ends_at = :seen AND #secret = :stored',
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(set.map((name) => [`:${name}`, attributes[name]])),
      ':seen': stored.ends_at,
      ':stored': stored.secret,
    },
  };
}
