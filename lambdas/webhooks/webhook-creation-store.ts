/**
 * Stores new webhooks, no more than a form may have, however many requests race (tables Webhooks, Counters,
 * Forms).
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { DAY, epochSeconds, type Clock } from '../core/clock.ts';
import { Unavailable } from '../core/errors.ts';
import { retry } from '../core/retry.ts';
import type { Form } from '../forms/form.ts';
import { WEBHOOK_COUNT_VERSION, type SigningWebhook } from './webhook.ts';
import { failedConditions, transact, type DocumentClient } from '../aws/dynamodb.ts';

/** Another webhook of the form was stored since its webhooks were counted. */
class AnotherCameFirst extends Unavailable {}

const webhookCountVersion = z.object({ version: z.string() });

/** Nothing is stored unless the result is `stored`. */
export type WebhookCreation = 'stored' | 'too-many' | 'form-gone';

/**
 * Counting the webhooks and then adding one would let two requests both count nine. So each form has a
 * `webhookCountVersion`, an item of the table Counters that lives for a day. A request reads it before it counts
 * and replaces it when it adds a webhook, on the condition that it is still the same: of all requests that count
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

  async function countWebhooks(formId: string): Promise<number> {
    const { Count } = await db.send(
      new QueryCommand({
        TableName: tables.webhooks,
        KeyConditionExpression: 'form_id = :form',
        ExpressionAttributeValues: { ':form': formId },
        ProjectionExpression: 'webhook_id',
        ConsistentRead: true,
      }),
    );
    return Count ?? 0;
  }

  return {
    /**
     * Stores the webhook unless the form has `limit` of them already, or is gone.
     * @throws Unavailable when other requests keep coming first
     */
    async createWithin(
      limit: number,
      created: SigningWebhook,
      { account_id, form_id }: Pick<Form, 'account_id' | 'form_id'>,
    ): Promise<WebhookCreation> {
      const counter = `${WEBHOOK_COUNT_VERSION}${form_id}`;
      const create = async (): Promise<WebhookCreation> => {
        const seen = await readVersion(counter);
        if ((await countWebhooks(form_id)) >= limit) return 'too-many';
        try {
          await transact(db, {
            TransactItems: [
              {
                ConditionCheck: {
                  TableName: tables.forms,
                  Key: { account_id, form_id },
                  ConditionExpression: 'attribute_exists(form_id)',
                },
              },
              { Put: { TableName: tables.webhooks, Item: created } },
              {
                Put: {
                  TableName: tables.counters,
                  Item: { counter, version: randomUUID(), expires_at: epochSeconds(now() + DAY) },
                  ConditionExpression:
                    seen === undefined ? 'attribute_not_exists(#version)' : '#version = :seen',
                  ExpressionAttributeNames: { '#version': 'version' },
                  ...(seen !== undefined && { ExpressionAttributeValues: { ':seen': seen } }),
                },
              },
            ],
          });
          return 'stored';
        } catch (error) {
          const failed = failedConditions(error);
          if (failed?.[0]) return 'form-gone';
          throw failed?.[2] ? new AnotherCameFirst() : error;
        }
      };
      return retry(create, {
        attempts: 25,
        firstWaitMs: 20,
        longestWaitMs: 100,
        isRetryable: (error) => error instanceof AnotherCameFirst,
        pause,
      });
    },
  };
}
