/** What taking in a post writes, beside what is asked at the door (tables Counters, Idempotency, Submissions, Uploads). */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { DAY, epochSeconds } from '../core/clock.ts';
import type { IngestStore } from './ingest.ts';
import { toSubmissionItem, type Submission } from '../submissions/submission.ts';
import { uploadRefused } from '../files/upload.ts';
import { counterStore } from '../aws/counters.ts';
import { preflightStore, type PreflightTables } from './preflight-store.ts';
import { failedConditions, transact, type DocumentClient } from '../aws/dynamodb.ts';
import { idempotencyKey, remembered } from './idempotency.ts';

export interface IngestTables extends PreflightTables {
  readonly idempotency: string;
  readonly submissions: string;
  readonly uploads: string;
}

/** @param files where files are kept */
export function ingestStore(
  db: DocumentClient,
  tables: IngestTables,
  files: IngestStore['files'],
): IngestStore {
  return {
    ...preflightStore(db, tables),
    files,
    giveBack: counterStore(db, tables.counters).giveBack,

    async store(submission, uploadIds = []) {
      const Put = { TableName: tables.submissions, Item: toSubmissionItem(submission) };
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
      const Put = { TableName: tables.submissions, Item: toSubmissionItem(submission) };
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
