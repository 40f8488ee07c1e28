/** What taking in a post reads and writes (tables FormSlugs, Accounts, ApiKeys, Counters, Idempotency, Submissions). */
import { ReturnValuesOnConditionCheckFailure } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { accessToken } from '../domain/access-token.ts';
import { apiKey } from '../domain/api-key.ts';
import { DAY, epochSeconds } from '../domain/clock.ts';
import { ingestForm } from '../domain/form.ts';
import { grantOfKey } from '../domain/grant.ts';
import type { IntakeStores } from '../domain/intake.ts';
import { account } from '../domain/plans.ts';
import { storedSubmission } from '../domain/submission.ts';
import { readAll } from './batch-get.ts';
import { countOne } from './counting.ts';
import { conditionHolds, failedConditions, transact, type Documents } from './dynamodb.ts';
import { grantOfStoredToken } from './grant-store.ts';

export interface IntakeTables {
  readonly accessTokens: string;
  readonly accounts: string;
  readonly apiKeys: string;
  readonly counters: string;
  readonly idempotency: string;
  readonly slugs: string;
  readonly submissions: string;
}

const counter = z.object({ used: z.int() });
const remembered = z.object({ submission_id: z.string(), expires_at: z.int() });

export function intakeStore(db: Documents, tables: IntakeTables): IntakeStores {
  return {
    async findForm(slug) {
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.slugs, Key: { slug }, ConsistentRead: true }),
      );
      return Item && ingestForm.parse(Item);
    },

    async readStanding({ accountId, quotaCounter, bearer, idempotency, now }) {
      const rows = await readAll(db, {
        [tables.accounts]: { Keys: [{ account_id: accountId }], ConsistentRead: true },
        [tables.counters]: { Keys: [{ counter: quotaCounter }], ConsistentRead: false },
        ...(bearer?.kind === 'key' && {
          [tables.apiKeys]: { Keys: [{ key_hash: bearer.hash }], ConsistentRead: true },
        }),
        ...(bearer?.kind === 'token' && {
          [tables.accessTokens]: { Keys: [{ token_hash: bearer.hash }], ConsistentRead: true },
        }),
        ...(idempotency && {
          [tables.idempotency]: {
            Keys: [{ idempotency_id: idempotencyId(idempotency) }],
            ConsistentRead: true,
          },
        }),
      });
      const earlier = remembered.optional().parse(rows[tables.idempotency]?.[0]);
      const key = apiKey.optional().parse(rows[tables.apiKeys]?.[0]);
      const token = accessToken.optional().parse(rows[tables.accessTokens]?.[0]);
      return {
        account: account.optional().parse(rows[tables.accounts]?.[0]),
        quotaUsed: counter.optional().parse(rows[tables.counters]?.[0])?.used ?? 0,
        grant: token ? await grantOfStoredToken(db, tables.apiKeys, token, now) : grantOfKey(key),
        // TTL deletes up to two days late, so the time decides.
        remembered: earlier && earlier.expires_at > epochSeconds(now) ? earlier : undefined,
      };
    },

    count(rule) {
      return conditionHolds(db.send(new UpdateCommand(countOne(tables.counters, rule))));
    },

    async giveBack({ counter: name }) {
      await db.send(
        new UpdateCommand({
          TableName: tables.counters,
          Key: { counter: name },
          UpdateExpression: 'SET used = used - :one',
          ConditionExpression: 'used >= :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    },

    async store(submission) {
      await db.send(new PutCommand({ TableName: tables.submissions, Item: storedSubmission(submission) }));
    },

    async storeOnce(submission, key) {
      const now = Date.parse(submission.received_at);
      const idempotency_id = idempotencyId({ formId: submission.form_id, key });
      const remember = {
        TableName: tables.idempotency,
        Item: {
          idempotency_id,
          submission_id: submission.submission_id,
          expires_at: epochSeconds(now + DAY),
        },
        ConditionExpression: 'attribute_not_exists(idempotency_id) OR expires_at <= :now',
        ExpressionAttributeValues: { ':now': epochSeconds(now) },
        ReturnValuesOnConditionCheckFailure: ReturnValuesOnConditionCheckFailure.ALL_OLD,
      };
      const Put = { TableName: tables.submissions, Item: storedSubmission(submission) };
      try {
        await transact(db, { TransactItems: [{ Put: remember }, { Put }] });
        return undefined;
      } catch (error) {
        if (!failedConditions(error)?.[0]) throw error;
      }
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.idempotency, Key: { idempotency_id }, ConsistentRead: true }),
      );
      return remembered.parse(Item);
    },
  };
}

/** The key itself may be a secret of its sender, and of any length: only its digest is kept. */
function idempotencyId({ formId, key }: { formId: string; key: string }): string {
  return `${formId}#${createHash('sha256').update(key).digest('base64url')}`;
}
