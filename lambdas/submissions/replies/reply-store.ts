/** Stores replies to submissions (Replies table), together with their records in the e-mail log. */
import { GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { deleteItems } from '../../aws/batch-delete.ts';
import { incrementWithin } from '../../aws/counter-store.ts';
import { failedConditions, projectionOf, transact, type DocumentClient } from '../../aws/dynamodb.ts';
import type { AuditPut } from '../../core/audit-row.ts';
import { DAY, epochSeconds } from '../../core/clock.ts';
import type { CounterLimit } from '../../core/counters/counter-limit.ts';
import { submissionKey } from '../../core/submission-pieces.ts';
import type { Page } from '../../core/web/pagination.ts';
import type { SubmissionEmail } from '../email-log/email-record.ts';
import { repeatedReply, type ReplyOnce } from './reply-once.ts';
import {
  reply,
  replyKeyOf,
  replySummary,
  replySummaryAttributes,
  type Reply,
  type ReplySummary,
} from './reply.ts';

/** Maximum number of replies in a submission's timeline. */
const TIMELINE_REPLIES = 50;

/** A new reply and the records that are stored with it. */
interface Stored {
  /** Record in the e-mail log. */
  readonly email: SubmissionEmail;
  readonly limit: CounterLimit;
  readonly once: ReplyOnce | undefined;
  readonly audit: AuditPut;
  readonly now: number;
}

/** Creates a store that finds, lists and removes replies. All reads are strongly consistent. */
export function replyStore(db: DocumentClient, table: string) {
  const queryOf = (formId: string, submissionId: string) => ({
    TableName: table,
    KeyConditionExpression: 'owner_id = :form AND begins_with(reply_key, :submission)',
    ExpressionAttributeValues: { ':form': formId, ':submission': replyKeyOf(submissionId, '') },
    ConsistentRead: true,
  });
  return {
    /** Returns a submission's reply. */
    async find(formId: string, submissionId: string, replyId: string): Promise<Reply | undefined> {
      const Key = { owner_id: formId, reply_key: replyKeyOf(submissionId, replyId) };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && reply.parse(Item);
    },

    /**
     * Lists a submission's replies, newest first. A page can have fewer rows than `limit`, because
     * DynamoDB returns at most 1 MB per query.
     */
    async list(
      formId: string,
      submissionId: string,
      limit: number,
      after: string | undefined,
    ): Promise<Page<Reply, string>> {
      const { Items, LastEvaluatedKey } = await db.send(
        new QueryCommand({
          ...queryOf(formId, submissionId),
          ScanIndexForward: false,
          Limit: limit,
          ...(after !== undefined && {
            ExclusiveStartKey: { owner_id: formId, reply_key: replyKeyOf(submissionId, after) },
          }),
        }),
      );
      const rows = z.array(reply).parse(Items ?? []);
      return { rows, next: LastEvaluatedKey && rows.at(-1)?.reply_id };
    },

    /**
     * Returns up to `TIMELINE_REPLIES` of the submission's newest replies, newest first and without their
     * text.
     */
    async latest(formId: string, submissionId: string): Promise<ReplySummary[]> {
      const { ExpressionAttributeNames, ProjectionExpression } = projectionOf(replySummaryAttributes);
      const found: ReplySummary[] = [];
      let after: QueryCommandInput['ExclusiveStartKey'];
      do {
        const { Items = [], LastEvaluatedKey } = await db.send(
          new QueryCommand({
            ...queryOf(formId, submissionId),
            ProjectionExpression,
            ExpressionAttributeNames,
            ScanIndexForward: false,
            Limit: TIMELINE_REPLIES - found.length,
            ExclusiveStartKey: after,
          }),
        );
        found.push(...z.array(replySummary).parse(Items));
        after = LastEvaluatedKey;
      } while (after && found.length < TIMELINE_REPLIES);
      return found;
    },

    /**
     * Removes the submission's replies.
     * @throws Unavailable if DynamoDB keeps throttling the table
     */
    async remove(formId: string, submissionId: string): Promise<void> {
      for (;;) {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            ...queryOf(formId, submissionId),
            ProjectionExpression: 'owner_id, reply_key',
          }),
        );
        const keys = z.object({ owner_id: z.string(), reply_key: z.string() }).array();
        await deleteItems(db, table, keys.parse(Items ?? []));
        if (!LastEvaluatedKey) return;
      }
    },
  };
}

/** Creates a store that adds replies. */
export function replyWriter(
  db: DocumentClient,
  tables: { counters: string; emails: string; idempotency: string; replies: string; submissions: string },
) {
  return {
    /** Returns the id of the reply that was stored for the idempotency key in the last 24 hours. */
    async findRepeated(once: ReplyOnce, now: number): Promise<string | undefined> {
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.idempotency, Key: { ...once }, ConsistentRead: true }),
      );
      const found = repeatedReply.optional().parse(Item);
      return found && found.expires_at > epochSeconds(now) ? found.reply_id : undefined;
    },

    /**
     * Stores a reply unless its submission was deleted, the idempotency key was used before, or the limit is
     * reached. Increments the submission's version, so that fan-out handles the submission's deletion and
     * also deletes its replies.
     */
    async add(
      of: Reply,
      { email, limit, once, audit, now }: Stored,
    ): Promise<'stored' | 'gone' | 'repeated' | 'limit'> {
      const outcomes = ['gone', ...(once ? (['repeated'] as const) : []), 'limit'] as const;
      try {
        await transact(db, {
          TransactItems: [
            {
              Update: {
                TableName: tables.submissions,
                Key: submissionKey({ form_id: of.owner_id, submission_id: of.submission_id }),
                UpdateExpression: 'SET #version = if_not_exists(#version, :none) + :one',
                ConditionExpression: 'attribute_exists(submission_id)',
                ExpressionAttributeNames: { '#version': 'version' },
                ExpressionAttributeValues: { ':none': 0, ':one': 1 },
              },
            },
            ...(once
              ? [
                  {
                    Put: {
                      TableName: tables.idempotency,
                      Item: { ...once, reply_id: of.reply_id, expires_at: epochSeconds(now + DAY) },
                      ConditionExpression: 'attribute_not_exists(key_digest) OR expires_at <= :now',
                      ExpressionAttributeValues: { ':now': epochSeconds(now) },
                    },
                  },
                ]
              : []),
            { Update: incrementWithin(tables.counters, limit) },
            { Put: { TableName: tables.replies, Item: of } },
            {
              Put: {
                TableName: tables.emails,
                Item: { ...email, status: 'queued', changed_at: of.created_at },
              },
            },
            audit,
          ],
        });
        return 'stored';
      } catch (error) {
        const failed = outcomes.find((_, index) => failedConditions(error)?.[index]);
        if (!failed) throw error;
        return failed;
      }
    },
  };
}
