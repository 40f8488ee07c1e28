/** What taking in a post reads and writes (tables FormSlugs, Accounts, ApiKeys, Counters, Idempotency, Submissions, Uploads). */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { accessToken } from '../domain/access-token.ts';
import { apiKey } from '../domain/api-key.ts';
import { DAY, epochSeconds } from '../domain/clock.ts';
import { ingestForm } from '../domain/form.ts';
import { grantOfKey } from '../domain/grant.ts';
import type { DoorStores, IntakeStores } from '../domain/intake.ts';
import { account } from '../domain/plans.ts';
import { storedSubmission, type Submission } from '../domain/submission.ts';
import { uploadRefused } from '../domain/upload.ts';
import { readAll } from './batch-get.ts';
import { counterStore } from './counter-store.ts';
import { failedConditions, transact, type Documents } from './dynamodb.ts';
import { grantOfStoredToken } from './grant-store.ts';

export interface DoorTables {
  readonly accessTokens: string;
  readonly accounts: string;
  readonly apiKeys: string;
  readonly counters: string;
  readonly slugs: string;
  /** For visits that may bring an idempotency key. */
  readonly idempotency?: string;
}

export interface IntakeTables extends DoorTables {
  readonly idempotency: string;
  readonly submissions: string;
  readonly uploads: string;
}

const counter = z.object({ used: z.int() });
const remembered = z.object({ submission_id: z.string(), expires_at: z.int() });

export function doorStore(db: Documents, tables: DoorTables): DoorStores {
  const { idempotency: idempotencyTable = '' } = tables;
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
          [idempotencyTable]: {
            Keys: [idempotencyKey(idempotency.formId, idempotency.key)],
            ConsistentRead: true,
          },
        }),
      });
      const earlier = remembered.optional().parse(rows[idempotencyTable]?.[0]);
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

    count: counterStore(db, tables.counters).count,
  };
}

/** @param files where files are kept */
export function intakeStore(db: Documents, tables: IntakeTables, files: IntakeStores['files']): IntakeStores {
  return {
    ...doorStore(db, tables),
    files,
    giveBack: counterStore(db, tables.counters).giveBack,

    async store(submission, uploadIds = []) {
      const Put = { TableName: tables.submissions, Item: storedSubmission(submission) };
      if (uploadIds.length === 0) {
        await db.send(new PutCommand(Put));
        return;
      }
      const uses = useUp(uploadIds, submission, tables.uploads);
      try {
        await transact(db, { TransactItems: [{ Put }, ...uses] });
      } catch (error) {
        throw failedConditions(error)?.includes(true) ? usedMeanwhile() : error;
      }
    },

    async storeOnce(submission, key, uploadIds = []) {
      const now = Date.parse(submission.received_at);
      const Key = idempotencyKey(submission.form_id, key);
      const remember = {
        TableName: tables.idempotency,
        Item: {
          ...Key,
          submission_id: submission.submission_id,
          expires_at: epochSeconds(now + DAY),
        },
        ConditionExpression: 'attribute_not_exists(key_digest) OR expires_at <= :now',
        ExpressionAttributeValues: { ':now': epochSeconds(now) },
      };
      const Put = { TableName: tables.submissions, Item: storedSubmission(submission) };
      const uses = useUp(uploadIds, submission, tables.uploads);
      try {
        await transact(db, { TransactItems: [{ Put: remember }, { Put }, ...uses] });
        return undefined;
      } catch (error) {
        const [isRemembered, , ...areUsed] = failedConditions(error) ?? [];
        if (!isRemembered) throw areUsed.includes(true) ? usedMeanwhile() : error;
      }
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.idempotency, Key, ConsistentRead: true }),
      );
      return remembered.parse(Item);
    },

    async isStored({ form_id, submission_id }) {
      const { Item } = await db.send(
        new GetCommand({
          TableName: tables.submissions,
          Key: { form_id, submission_id },
          ConsistentRead: true,
          ProjectionExpression: 'submission_id',
        }),
      );
      return Item !== undefined;
    },
  };
}

/** Each upload goes in the transaction that stores its submission, so that it is used once. */
function useUp(uploadIds: readonly string[], { form_id, received_at }: Submission, table: string) {
  return uploadIds.map((upload_id) => ({
    Delete: {
      TableName: table,
      Key: { form_id, upload_id },
      ConditionExpression: 'expires_at > :now',
      ExpressionAttributeValues: { ':now': epochSeconds(Date.parse(received_at)) },
    },
  }));
}

const usedMeanwhile = () => uploadRefused('an upload was used by another submission meanwhile');

/** The key itself may be a secret of its sender, and of any length: only its digest is kept. */
function idempotencyKey(formId: string, key: string): { form_id: string; key_digest: string } {
  return { form_id: formId, key_digest: createHash('sha256').update(key).digest('base64url') };
}
