/**
 * Stores which submissions a data request has erased (FormJobs table). The ids are kept permanently, so that
 * the request can be repeated after a restore. A batch is stored before its submissions are erased and counts
 * only submissions that still exist, so each submission is counted once.
 */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { deleteItems } from '../../aws/batch-delete.ts';
import { conditionHolds, type DocumentClient } from '../../aws/dynamodb.ts';
import { ERASED, erasedBatch, type ErasedBatches } from './erased-batch.ts';

export function erasedBatchStore(db: DocumentClient, table: string): ErasedBatches {
  return {
    add: (batch) =>
      conditionHolds(
        db.send(
          new PutCommand({
            TableName: table,
            Item: batch,
            ConditionExpression: 'attribute_not_exists(kind)',
          }),
        ),
      ),

    removeMatches: (matches) =>
      deleteItems(
        db,
        table,
        matches.map(({ form_id, kind }) => ({ form_id, kind })),
      ),

    async list(requestId, after) {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'form_id = :request AND begins_with(kind, :prefix)',
          ExpressionAttributeValues: { ':request': requestId, ':prefix': ERASED },
          ConsistentRead: true,
          Limit: 10,
          ...(after !== undefined && { ExclusiveStartKey: { form_id: requestId, kind: after } }),
        }),
      );
      return z.array(erasedBatch).parse(Items ?? []);
    },
  };
}
