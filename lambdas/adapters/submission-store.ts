/** Submissions as the management API and deliveries read them (table Submissions). */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { submissionIdBound } from '../domain/ids.ts';
import type { Page } from '../domain/paging.ts';
import { submission, type Submission, type SubmissionStatus } from '../domain/submission.ts';
import type { Documents } from './dynamodb.ts';

export interface SubmissionFilter {
  readonly status?: SubmissionStatus | undefined;
  /** Milliseconds since the epoch, inclusive. */
  readonly since?: number | undefined;
  /** Milliseconds since the epoch, exclusive. */
  readonly until?: number | undefined;
}

/** DynamoDB reads pages of 1 MB; a filter may leave little of each, so one request reads a few of them. */
const MOST_READS = 10;

export function submissionStore(db: Documents, table: string) {
  return {
    /** Strongly consistent: every 201 is found again at once (invariant 1). */
    async find(formId: string, submissionId: string): Promise<Submission | undefined> {
      const Key = { form_id: formId, submission_id: submissionId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && submission.parse(Item);
    },

    /** The form's submissions that the filter lets through, newest first. */
    async list(
      formId: string,
      filter: SubmissionFilter,
      limit: number,
      after: string | undefined,
    ): Promise<Page<Submission, string>> {
      const rows: Submission[] = [];
      let start = after;
      for (let reads = 0; reads < MOST_READS; reads += 1) {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: table,
            KeyConditionExpression: 'form_id = :form AND submission_id BETWEEN :from AND :to',
            ExpressionAttributeValues: {
              ':form': formId,
              ':from': submissionIdBound(formId, filter.since ?? 0),
              ':to': filter.until === undefined ? lastId(formId) : submissionIdBound(formId, filter.until),
              ...(filter.status && { ':status': filter.status }),
            },
            ...(filter.status && {
              FilterExpression: '#status = :status',
              ExpressionAttributeNames: { '#status': 'status' },
            }),
            ScanIndexForward: false,
            ConsistentRead: true,
            // A filter works after the limit: ask for more than a page of rows then.
            Limit: filter.status ? Math.max(limit * 4, 100) : limit,
            ...(start !== undefined && { ExclusiveStartKey: { form_id: formId, submission_id: start } }),
          }),
        );
        rows.push(...z.array(submission).parse(Items ?? []));
        if (rows.length > limit || (rows.length === limit && LastEvaluatedKey)) {
          const page = rows.slice(0, limit);
          return { rows: page, next: page.at(-1)?.submission_id };
        }
        if (!LastEvaluatedKey) return { rows, next: undefined };
        start = z.object({ submission_id: z.string() }).parse(LastEvaluatedKey).submission_id;
      }
      return { rows, next: start };
    },
  };
}

function lastId(formId: string): string {
  return `${submissionIdBound(formId, 0).slice(0, -26)}${'Z'.repeat(26)}`;
}
