/**
 * Stores new webhooks and changes webhooks' URLs. Enforces the maximum number of webhooks per form or account
 * and prevents duplicate URLs, even if requests race (Webhooks, Counters, Connections, Forms and FormSlugs
 * tables).
 */
import { GetCommand, QueryCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { AuditPut } from '../core/audit-row.ts';
import { DAY, epochSeconds, type Clock } from '../core/clock.ts';
import { Unavailable } from '../core/errors/errors.ts';
import { retry } from '../core/retry.ts';
import { WEBHOOK_COUNT_VERSION, type SigningWebhook } from './webhook.ts';
import { webhookMarkStore } from '../forms/webhook-mark-store.ts';
import { webhookUpdate, type WebhookChange } from './webhook-store.ts';
import { failedConditions, transact, type DocumentClient, type TransactItem } from '../aws/dynamodb.ts';

/**
 * Thrown if another request added a webhook to the form or account after its webhooks were counted, or if the
 * form's slug kept changing.
 */
class ConcurrentWebhookChange extends Unavailable {}

/** Maximum number of attempts to store a form's first webhook if the form's slug keeps changing. */
const MAX_ATTEMPTS = 5;

const webhookCountVersion = z.object({ version: z.string() });

const webhookUrl = z.object({ webhook_id: z.string(), url: z.string(), kind: z.string().optional() });

interface CountedTables {
  readonly webhooks: string;
  readonly counters: string;
  readonly connections: string;
}

/** Another of the owner's webhooks already has this URL. */
interface SameUrl {
  readonly kind: 'same-url';
  readonly webhookId: string;
}
/** Result of creating an account-wide webhook. Nothing was stored unless the result is `stored`. */
export type AccountWebhookCreation =
  | { readonly kind: 'stored' }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'connection-gone' }
  | SameUrl;
export type WebhookCreation = AccountWebhookCreation | { readonly kind: 'form-gone' };
/** Result of a URL change. Nothing was changed unless the result is `changed`. */
export type UrlChange = { readonly kind: 'changed' } | { readonly kind: 'webhook-gone' } | SameUrl;

/**
 * Prevents races between requests that count the webhooks and then add one. Without this check, two requests
 * could both count nine webhooks and add a tenth, or could both store the same URL.
 *
 * Each owner (a form or an account) therefore has a `webhookCountVersion`, an item in the Counters table that
 * expires after a day. A request reads the version, counts the webhooks, and replaces the version when it
 * writes, unless the version has changed. If several requests count at the same time, one succeeds and the
 * others count again.
 */
function countedWebhooks(db: DocumentClient, tables: CountedTables, now: Clock) {
  async function readVersion(counter: string): Promise<string | undefined> {
    const { Item } = await db.send(
      new GetCommand({ TableName: tables.counters, Key: { counter }, ConsistentRead: true }),
    );
    return Item && webhookCountVersion.parse(Item).version;
  }

  async function listUrls(ownerId: string): Promise<z.infer<typeof webhookUrl>[]> {
    const { Items } = await db.send(
      new QueryCommand({
        TableName: tables.webhooks,
        KeyConditionExpression: 'owner_id = :owner',
        ExpressionAttributeValues: { ':owner': ownerId },
        ProjectionExpression: 'webhook_id, #url, kind',
        ExpressionAttributeNames: { '#url': 'url' },
        ConsistentRead: true,
      }),
    );
    // Exclude agents' subscriptions, which have their own limits.
    return z
      .array(webhookUrl)
      .parse(Items ?? [])
      .filter(({ kind }) => kind === undefined);
  }

  /**
   * Passes the owner's current webhooks to `decide` and writes the items unless `decide` returns a reason not
   * to. Starts over if another request has changed the webhooks in the meantime.
   * @param decide returns the reason not to write, or undefined if there is none
   */
  function write<Obstacle>(
    ownerId: string,
    decide: (present: readonly z.infer<typeof webhookUrl>[]) => Obstacle | undefined,
    items: NonNullable<TransactWriteCommandInput['TransactItems']>,
  ): Promise<Obstacle | { kind: 'written' } | { kind: 'refused'; item: number }> {
    const counter = `${WEBHOOK_COUNT_VERSION}${ownerId}`;
    const attempt = async (): Promise<Obstacle | { kind: 'written' } | { kind: 'refused'; item: number }> => {
      const seen = await readVersion(counter);
      const obstacle = decide(await listUrls(ownerId));
      if (obstacle !== undefined) return obstacle;
      try {
        await transact(db, { TransactItems: [nextVersion(counter, seen), ...items] });
        return { kind: 'written' };
      } catch (error) {
        const [version, ...failed] = failedConditions(error) ?? [];
        const item = failed.indexOf(true);
        if (item !== -1) return { kind: 'refused', item };
        throw version === true ? new ConcurrentWebhookChange() : error;
      }
    };
    return retry(attempt, {
      attempts: 25,
      firstWaitMs: 20,
      longestWaitMs: 100,
      isRetryable: (error) => error instanceof ConcurrentWebhookChange,
      pause,
    });
  }

  const nextVersion = (counter: string, seen: string | undefined) => ({
    Put: {
      TableName: tables.counters,
      Item: { counter, version: randomUUID(), expires_at: epochSeconds(now() + DAY) },
      ConditionExpression: seen === undefined ? 'attribute_not_exists(#version)' : '#version = :seen',
      ExpressionAttributeNames: { '#version': 'version' },
      ...(seen !== undefined && { ExpressionAttributeValues: { ':seen': seen } }),
    },
  });

  return {
    /**
     * Stores the webhook and these items in one transaction, unless a limit, a duplicate URL or an unmet
     * condition prevents it.
     */
    async create(
      limit: number,
      created: SigningWebhook,
      others: NonNullable<TransactWriteCommandInput['TransactItems']>,
    ): Promise<AccountWebhookCreation | { kind: 'refused' }> {
      const { account_id, connection_id } = created;
      // This check fails if the connection ended while its webhook was being created.
      const connectionExists =
        connection_id === undefined
          ? []
          : [
              {
                ConditionCheck: {
                  TableName: tables.connections,
                  Key: { account_id, connection_id },
                  ConditionExpression: 'attribute_exists(connection_id)',
                },
              },
            ];
      const result = await write<AccountWebhookCreation>(
        created.owner_id,
        (present) => {
          const same = present.find(({ url }) => isSameUrl(url, created.url));
          if (same) return { kind: 'same-url', webhookId: same.webhook_id };
          return present.length >= limit ? { kind: 'too-many' } : undefined;
        },
        [{ Put: { TableName: tables.webhooks, Item: created } }, ...connectionExists, ...others],
      );
      if (result.kind === 'written') return { kind: 'stored' };
      const isConnectionGone = result.kind === 'refused' && connectionExists.length > 0 && result.item === 1;
      return isConnectionGone ? { kind: 'connection-gone' } : result;
    },

    /**
     * Changes a webhook's URL and other settings, unless another of the owner's webhooks already has that
     * URL.
     * @throws Unavailable if other requests keep changing the owner's webhooks
     */
    async changeUrl(
      { owner_id, webhook_id }: Pick<SigningWebhook, 'owner_id' | 'webhook_id'>,
      to: WebhookChange & { readonly url: string },
      ...others: readonly TransactItem[]
    ): Promise<UrlChange> {
      const Update = webhookUpdate(tables.webhooks, { ownerId: owner_id, webhookId: webhook_id }, to, now());
      const result = await write<UrlChange>(
        owner_id,
        (present) => {
          const same = present.find(
            ({ url, ...each }) => each.webhook_id !== webhook_id && isSameUrl(url, to.url),
          );
          return same && { kind: 'same-url', webhookId: same.webhook_id };
        },
        [{ Update }, ...others],
      );
      if (result.kind === 'written') return { kind: 'changed' };
      return result.kind === 'refused' ? { kind: 'webhook-gone' } : result;
    },
  };
}

/** Creates the store for new form webhooks. */
export function webhookCreationStore(
  db: DocumentClient,
  tables: CountedTables & { readonly forms: string; readonly formSlugs: string },
  now: Clock,
) {
  const { create } = countedWebhooks(db, tables, now);
  const marks = webhookMarkStore(db, tables);
  return {
    /**
     * Stores the webhook. Stores nothing if the form was deleted, if it already has `limit` webhooks or one
     * with this URL, or if the connection that creates the webhook has ended. For a form's first webhook,
     * also removes the form's `no_webhooks` attribute.
     * @throws Unavailable if other requests keep changing the owner's webhooks
     */
    async createWithin(limit: number, created: SigningWebhook, audit?: AuditPut): Promise<WebhookCreation> {
      const formKey = { account_id: created.account_id, form_id: created.owner_id };
      const formExists = {
        TableName: tables.forms,
        Key: formKey,
        ConditionExpression: 'attribute_exists(form_id)',
      };
      for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
        const removal = await marks.removal(formKey);
        const result = await create(limit, created, [
          ...(removal ?? [{ ConditionCheck: formExists }]),
          ...(audit ? [audit] : []),
        ]);
        if (result.kind !== 'refused') return result;
        if (!removal) return { kind: 'form-gone' };
      }
      throw new ConcurrentWebhookChange();
    },
  };
}

/** Creates the store that changes the URL of any webhook. */
export const webhookUrlStore = (db: DocumentClient, tables: CountedTables, now: Clock) => ({
  changeUrl: countedWebhooks(db, tables, now).changeUrl,
});

/** Creates the store for new account-wide webhooks. */
export function accountWebhookCreationStore(db: DocumentClient, tables: CountedTables, now: Clock) {
  const { create } = countedWebhooks(db, tables, now);
  return {
    /**
     * Stores the webhook. Stores nothing if the account already has `limit` account-wide webhooks or one with
     * this URL, or if the connection that creates it has ended.
     * @throws Unavailable if other requests keep changing the owner's webhooks
     */
    async createWithin(
      limit: number,
      created: SigningWebhook,
      audit?: AuditPut,
    ): Promise<AccountWebhookCreation> {
      const result = await create(limit, created, audit ? [audit] : []);
      if (result.kind === 'refused') throw new TypeError('The webhook was refused for an unknown reason');
      return result;
    },
  };
}

/** Returns true if two valid URLs have the same target. Ignores fragments because they are never sent. */
function isSameUrl(one: string, other: string): boolean {
  const addressOf = (text: string): string => {
    const url = new URL(text);
    url.hash = '';
    return url.href;
  };
  return addressOf(one) === addressOf(other);
}
