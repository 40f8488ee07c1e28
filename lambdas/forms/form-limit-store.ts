/**
 * Enforces the maximum number of forms per account, even if forms are created concurrently (Accounts,
 * Counters and Forms tables).
 *
 * A counter stores an upper bound for the number of forms. The transaction that creates a form increments the
 * counter, and deleting a form doesn't change it. When the counter reaches the limit or expires, the forms
 * are counted again.
 */
import { GetCommand, PutCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Plans } from '../accounts/plans.ts';
import { conditionHolds, projectionOf, type DocumentClient } from '../aws/dynamodb.ts';
import { DAY, epochSeconds, type Clock } from '../core/clock.ts';
import { NotFound } from '../core/errors/errors.ts';
import { countedAttributes, FORM_LIMIT_COUNTER, plannedAccount, plannedAttributes } from './form-limit.ts';
import type { Guard } from './form-store.ts';

/**
 * `version` changes whenever the forms are counted again. Within a version, the counter only increases, so a
 * request that compares both the version and the value detects all changes since it read the counter.
 */
const counterItem = z.object({ used: z.int(), version: z.string() });

interface Tables {
  readonly accounts: string;
  readonly counters: string;
  readonly forms: string;
}

export function formLimitStore(db: DocumentClient, tables: Tables, plans: Plans, now: Clock) {
  const counterOf = (accountId: string): string => `${FORM_LIMIT_COUNTER}${accountId}#`;

  /** Returns the account's number of forms, using strongly consistent reads. */
  async function count(accountId: string): Promise<number> {
    let forms = 0;
    let after: QueryCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: tables.forms,
          KeyConditionExpression: 'account_id = :account',
          ExpressionAttributeValues: { ':account': accountId },
          ...projectionOf(countedAttributes),
          ConsistentRead: true,
          ExclusiveStartKey: after,
        }),
      );
      forms += Items.length;
      after = LastEvaluatedKey;
    } while (after);
    return forms;
  }

  return {
    /** Returns the maximum number of forms that the account's plan allows. */
    async limitOf(accountId: string): Promise<number> {
      const { Item } = await db.send(
        new GetCommand({
          TableName: tables.accounts,
          Key: { account_id: accountId },
          ...projectionOf(plannedAttributes),
        }),
      );
      if (!Item) throw new NotFound('The account that this key belongs to no longer exists.');
      return plans[plannedAccount.parse(Item).plan].max_forms;
    },

    /**
     * Returns the transaction item that counts a new form. Its condition fails if the limit is reached, or if
     * the forms must be counted again.
     */
    guard: (accountId: string, limit: number): Guard<'form-limit'> => ({
      item: {
        Update: {
          TableName: tables.counters,
          Key: { counter: counterOf(accountId) },
          UpdateExpression: 'SET used = used + :one',
          ConditionExpression: 'used < :limit AND expires_at > :now',
          ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':now': epochSeconds(now()) },
        },
      },
      failed: 'form-limit',
    }),

    /** Counts the account's forms again. Returns true if the account can create another form. */
    async hasRoom(accountId: string, limit: number): Promise<boolean> {
      const counter = counterOf(accountId);
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.counters, Key: { counter }, ConsistentRead: true }),
      );
      const seen = counterItem.optional().parse(Item);
      const used = await count(accountId);
      if (used >= limit) return false;
      // If another form was created in the meantime, the counter has changed and this condition fails. The
      // next attempt counts the forms again.
      await conditionHolds(
        db.send(
          new PutCommand({
            TableName: tables.counters,
            Item: { counter, used, version: randomUUID(), expires_at: epochSeconds(now() + DAY) },
            ConditionExpression: seen ? 'used = :used AND version = :version' : 'attribute_not_exists(used)',
            ...(seen && {
              ExpressionAttributeValues: { ':used': seen.used, ':version': seen.version },
            }),
          }),
        ),
      );
      return true;
    },
  };
}
