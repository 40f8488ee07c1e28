/** Checks whether an account is currently erasing a person's data (FormJobs table). */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { dataRequestRunner } from './request-runner.ts';

/** Returns a function that checks whether a confirmed erasure is running in the account. */
export function erasureCheck(db: DocumentClient, table: string) {
  return async (accountId: string): Promise<boolean> => {
    const { Items } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'form_id = :account AND begins_with(kind, :prefix)',
        ExpressionAttributeValues: { ':account': accountId, ':prefix': 'data-request-' },
        ConsistentRead: true,
      }),
    );
    const running = z.array(dataRequestRunner).parse(Items ?? []);
    return running.some(({ erases }) => erases === true);
  };
}
