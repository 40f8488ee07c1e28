/** Stores new webhooks, at most so many a form, whatever races (tables Webhooks, Counters and Forms). */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { DAY, epochSeconds, type Clock } from '../core/clock.ts';
import { Unavailable } from '../core/errors.ts';
import { retry } from '../core/retry.ts';
import type { Form } from '../forms/form.ts';
import type { SigningWebhook } from './webhook.ts';
import { failedConditions, transact, type DocumentClient } from '../aws/dynamodb.ts';

/** Another webhook of the form was stored since its webhooks were counted. */
class AnotherCameFirst extends Unavailable {}

const latch = z.object({ token: z.string() });

/** What became of a new webhook; nothing is stored unless it is `stored`. */
export type WebhookCreation = 'stored' | 'too-many' | 'form-gone';

/**
 * Counting the rows and then adding one would let two requests both count nine. So whoever adds one also turns the
 * form's latch (an item of Counters that lives for a day) from what it was before the count: of all that counted at
 * once, one gets through. What is counted are the webhooks themselves, so nothing can drift.
 */
export function webhookCreationStore(
  db: DocumentClient,
  tables: { webhooks: string; counters: string; forms: string },
  now: Clock,
) {
  async function readLatch(counter: string): Promise<string | undefined> {
    const { Item } = await db.send(
      new GetCommand({ TableName: tables.counters, Key: { counter }, ConsistentRead: true }),
    );
    return Item && latch.parse(Item).token;
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
     * Stores it unless the form has `limit` of them, or is gone.
     * @throws Unavailable when others kept coming first
     */
    async createWithin(
      limit: number,
      created: SigningWebhook,
      { account_id, form_id }: Pick<Form, 'account_id' | 'form_id'>,
    ): Promise<WebhookCreation> {
      const counter = `webhooks#${form_id}`;
      const create = async (): Promise<WebhookCreation> => {
        const seen = await readLatch(counter);
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
                  Item: { counter, token: randomUUID(), expires_at: epochSeconds(now() + DAY) },
                  ConditionExpression: seen === undefined ? 'attribute_not_exists(#token)' : '#token = :seen',
                  ExpressionAttributeNames: { '#token': 'token' },
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
