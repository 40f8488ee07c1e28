/** Reads the submissions from which a search index is built (Submissions table). */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { submissionIdOf, ulidOf } from '../../core/ids.ts';
import { formIdOfPartition } from '../../core/submission-pieces.ts';
import { submission } from '../submission.ts';
import type { IndexableRow, IndexableRows } from './index-records.ts';

const row = submission
  .pick({ submission_id: true, payload: true, expires_at: true })
  .transform(({ submission_id, payload, ...rest }): IndexableRow => {
    return { ulid: ulidOf(submission_id), fields: payload, ...rest };
  });
const key = z.object({ form_id: z.string(), submission_id: z.string() });

/** Maximum number of queries per segment. Each query reads at most 1 MB. */
const MAX_READS = 4;

export function indexableRowStore(db: DocumentClient, table: string): IndexableRows {
  return {
    async hasAtLeast(partition, count) {
      let left = count;
      let start: z.infer<typeof key> | undefined;
      do {
        const { Count = 0, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: table,
            KeyConditionExpression: 'form_id = :form',
            ExpressionAttributeValues: { ':form': partition },
            Select: 'COUNT',
            Limit: left,
            ExclusiveStartKey: start,
          }),
        );
        left -= Count;
        start = key.optional().parse(LastEvaluatedKey);
      } while (left > 0 && start !== undefined);
      return left <= 0;
    },

    async oldest(partition, { from, to }, limit) {
      const rows: IndexableRow[] = [];
      let start: z.infer<typeof key> | undefined;
      for (let reads = 0; reads < MAX_READS && rows.length < limit; reads += 1) {
        const { Items = [], LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: table,
            KeyConditionExpression: 'form_id = :form AND submission_id BETWEEN :from AND :to',
            ExpressionAttributeValues: {
              ':form': partition,
              ':from': submissionIdOf(formIdOfPartition(partition), from),
              ':to': submissionIdOf(formIdOfPartition(partition), to),
            },
            ProjectionExpression: 'submission_id, payload, expires_at',
            ConsistentRead: true,
            Limit: limit - rows.length,
            ExclusiveStartKey: start,
          }),
        );
        const read = z.array(row).parse(Items);
        rows.push(...read);
        start = key.optional().parse(LastEvaluatedKey);
        if (start === undefined) break;
      }
      // The key condition includes the end of the range, so remove a submission at that position.
      return { rows: rows.filter(({ ulid }) => ulid < to), isEnd: start === undefined };
    },
  };
}
