/** Stores new webhooks, at most so many a form, whatever races (tables Webhooks and Counters). */
import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { DAY, epochSeconds, type Clock } from '../domain/clock.ts';
import { Unavailable } from '../domain/failures.ts';
import type { SigningWebhook } from '../domain/webhook.ts';
import { failedConditions, type Documents } from './dynamodb.ts';

/** Every try that fails means that another webhook was stored, or that two collided. */
const MOST_TRIES = 25;

const latch = z.object({ token: z.string() });

/**
 * Counting the rows and then adding one would let two requests both count nine. So whoever adds one also turns the
 * form's latch (an item of Counters that lives for a day) from what it was before the count: of all that counted at
 * once, one gets through. What is counted are the webhooks themselves, so nothing can drift.
 */
export function newWebhookStore(db: Documents, tables: { webhooks: string; counters: string }, now: Clock) {
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
     * Stores it unless the form has `limit` of them.
     * @returns whether it was stored
     * @throws Unavailable when others kept coming first
     */
    async createWithin(limit: number, created: SigningWebhook): Promise<boolean> {
      const counter = `webhooks#${created.form_id}`;
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const seen = await readLatch(counter);
        if ((await countWebhooks(created.form_id)) >= limit) return false;
        const turned = { counter, token: randomUUID(), expires_at: epochSeconds(now() + DAY) };
        try {
          await db.send(
            new TransactWriteCommand({
              TransactItems: [
                {
                  Put: {
                    TableName: tables.webhooks,
                    Item: created,
                    ConditionExpression: 'attribute_not_exists(webhook_id)',
                  },
                },
                {
                  Put: {
                    TableName: tables.counters,
                    Item: turned,
                    ...(seen === undefined
                      ? { ConditionExpression: 'attribute_not_exists(#counter)' }
                      : {
                          ConditionExpression: '#token = :seen',
                          ExpressionAttributeValues: { ':seen': seen },
                        }),
                    ExpressionAttributeNames:
                      seen === undefined ? { '#counter': 'counter' } : { '#token': 'token' },
                  },
                },
              ],
            }),
          );
          return true;
        } catch (error) {
          if (failedConditions(error) === undefined) throw error;
        }
        await pause(Math.random() * 20 * Math.min(tries, 5));
      }
      throw new Unavailable();
    },
  };
}
