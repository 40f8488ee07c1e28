/**
 * Stores new webhooks and new URLs: no more webhooks than a form may have and no URL twice, however many requests
 * race (tables Webhooks, Counters, Forms).
 */
import { GetCommand, QueryCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { AuditPut } from '../audit/audit-event.ts';
import { DAY, epochSeconds, type Clock } from '../core/clock.ts';
import { Unavailable } from '../core/errors.ts';
import { retry } from '../core/retry.ts';
import type { Form } from '../forms/form.ts';
import { WEBHOOK_COUNT_VERSION, type SigningWebhook } from './webhook.ts';
import { webhookUpdate, type WebhookChange } from './webhook-store.ts';
import { failedConditions, transact, type DocumentClient } from '../aws/dynamodb.ts';

/** Another webhook of the form was stored since its webhooks were counted. */
class AnotherCameFirst extends Unavailable {}

const webhookCountVersion = z.object({ version: z.string() });

const webhookUrl = z.object({ webhook_id: z.string(), url: z.string() });

/** A webhook of the form has this URL already. */
interface SameUrl {
  readonly kind: 'same-url';
  readonly webhookId: string;
}
/** Nothing is stored unless the result is `stored`. */
export type WebhookCreation =
  { readonly kind: 'stored' } | { readonly kind: 'too-many' } | { readonly kind: 'form-gone' } | SameUrl;
/** Nothing is changed unless the result is `changed`. */
export type UrlChange = { readonly kind: 'changed' } | { readonly kind: 'webhook-gone' } | SameUrl;

/**
 * Counting the webhooks and then adding one would let two requests both count nine, or both store one URL. So each form has a
 * `webhookCountVersion`, an item of the table Counters that lives for a day. A request reads it before it counts
 * and replaces it when it writes, on the condition that it is still the same: of all requests that count
 * at once, one succeeds and the others count again. The webhooks themselves are counted, so no counter can drift.
 */
export function webhookCreationStore(
  db: DocumentClient,
  tables: { webhooks: string; counters: string; forms: string },
  now: Clock,
) {
  async function readVersion(counter: string): Promise<string | undefined> {
    const { Item } = await db.send(
      new GetCommand({ TableName: tables.counters, Key: { counter }, ConsistentRead: true }),
    );
    return Item && webhookCountVersion.parse(Item).version;
  }

  async function listUrls(formId: string): Promise<z.infer<typeof webhookUrl>[]> {
    const { Items } = await db.send(
      new QueryCommand({
        TableName: tables.webhooks,
        KeyConditionExpression: 'form_id = :form',
        ExpressionAttributeValues: { ':form': formId },
        ProjectionExpression: 'webhook_id, #url',
        ExpressionAttributeNames: { '#url': 'url' },
        ConsistentRead: true,
      }),
    );
    return z.array(webhookUrl).parse(Items ?? []);
  }

  /**
   * Decides upon the webhooks that the form has, and writes if no other request has done so in between; decides again
   * otherwise.
   * @param decide gives what stands in the way, if anything does
   */
  function write<Obstacle>(
    formId: string,
    decide: (present: readonly z.infer<typeof webhookUrl>[]) => Obstacle | undefined,
    items: NonNullable<TransactWriteCommandInput['TransactItems']>,
  ): Promise<Obstacle | { kind: 'written' } | { kind: 'refused'; item: number }> {
    const counter = `${WEBHOOK_COUNT_VERSION}${formId}`;
    const attempt = async (): Promise<Obstacle | { kind: 'written' } | { kind: 'refused'; item: number }> => {
      const seen = await readVersion(counter);
      const obstacle = decide(await listUrls(formId));
      if (obstacle !== undefined) return obstacle;
      try {
        await transact(db, { TransactItems: [nextVersion(counter, seen), ...items] });
        return { kind: 'written' };
      } catch (error) {
        const [version, ...failed] = failedConditions(error) ?? [];
        const item = failed.indexOf(true);
        if (item !== -1) return { kind: 'refused', item };
        throw version === true ? new AnotherCameFirst() : error;
      }
    };
    return retry(attempt, {
      attempts: 25,
      firstWaitMs: 20,
      longestWaitMs: 100,
      isRetryable: (error) => error instanceof AnotherCameFirst,
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
     * Stores the webhook unless the form has `limit` of them already, has one with this URL, or is gone.
     * @throws Unavailable when other requests keep coming first
     */
    async createWithin(
      limit: number,
      created: SigningWebhook,
      { account_id, form_id }: Pick<Form, 'account_id' | 'form_id'>,
      audit?: AuditPut,
    ): Promise<WebhookCreation> {
      const formExists = {
        TableName: tables.forms,
        Key: { account_id, form_id },
        ConditionExpression: 'attribute_exists(form_id)',
      };
      const result = await write<WebhookCreation>(
        form_id,
        (present) => {
          const same = present.find(({ url }) => isSameUrl(url, created.url));
          if (same) return { kind: 'same-url', webhookId: same.webhook_id };
          return present.length >= limit ? { kind: 'too-many' } : undefined;
        },
        [
          { ConditionCheck: formExists },
          { Put: { TableName: tables.webhooks, Item: created } },
          ...(audit ? [audit] : []),
        ],
      );
      if (result.kind === 'written') return { kind: 'stored' };
      return result.kind === 'refused' ? { kind: 'form-gone' } : result;
    },

    /**
     * Gives a webhook another URL, and changes what else the change says, unless another one of its form has that URL.
     * @throws Unavailable when other requests keep coming first
     */
    async changeUrl(
      { form_id, webhook_id }: Pick<SigningWebhook, 'form_id' | 'webhook_id'>,
      to: WebhookChange & { readonly url: string },
      audit?: AuditPut,
    ): Promise<UrlChange> {
      const Update = webhookUpdate(tables.webhooks, { formId: form_id, webhookId: webhook_id }, to, now());
      const result = await write<UrlChange>(
        form_id,
        (present) => {
          const same = present.find(
            ({ url, ...each }) => each.webhook_id !== webhook_id && isSameUrl(url, to.url),
          );
          return same && { kind: 'same-url', webhookId: same.webhook_id };
        },
        [{ Update }, ...(audit ? [audit] : [])],
      );
      if (result.kind === 'written') return { kind: 'changed' };
      return result.kind === 'refused' ? { kind: 'webhook-gone' } : result;
    },
  };
}

/** Whether two valid URLs lead to the same address; what follows `#` is never sent. */
function isSameUrl(one: string, other: string): boolean {
  const addressOf = (text: string): string => {
    const url = new URL(text);
    url.hash = '';
    return url.href;
  };
  return addressOf(one) === addressOf(other);
}
