/**
 * Submissions whose stream records are lost, because fan-out was away for more than a day: the operator names the
 * time, and they are put where the sweeper finds what fan-out has missed. What was fanned out already stays as it is.
 */
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { DocumentClient } from '../lambdas/aws/dynamodb.ts';

/** As much of a submission as fan-out reads of its record. */
const accepted = z.object({ account_id: z.string(), form_id: z.string(), submission_id: z.string() });

export interface Span {
  /** ISO 8601, inclusive. */
  readonly since: string;
  /** ISO 8601, exclusive. */
  readonly until: string;
}

/**
 * Hands the accepted submissions of that time to the sweeper. Reads the whole table, so it is for emergencies.
 * @returns how many they are
 */
export async function fanOutAgain(
  { db, s3 }: { db: DocumentClient; s3: S3Client },
  { table, bucket }: { table: string; bucket: string },
  { since, until }: Span,
): Promise<number> {
  let count = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await db.send(
      new ScanCommand({
        TableName: table,
        FilterExpression: '#status = :received AND received_at >= :since AND received_at < :until',
        ProjectionExpression: 'account_id, form_id, submission_id',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':received': 'received', ':since': since, ':until': until },
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const found = z.array(accepted).parse(Items ?? []);
    if (found.length > 0) await putBatch(s3, bucket, found);
    count += found.length;
    start = LastEvaluatedKey;
  } while (start);
  return count;
}

/** A batch in the shape and place in which Lambda itself leaves what it gave up. */
async function putBatch(
  s3: S3Client,
  bucket: string,
  found: readonly z.infer<typeof accepted>[],
): Promise<void> {
  const Records = found.map(({ account_id, form_id, submission_id }) => {
    const Keys = { form_id: { S: form_id }, submission_id: { S: submission_id } };
    return { eventName: 'INSERT', dynamodb: { Keys, NewImage: { ...Keys, account_id: { S: account_id } } } };
  });
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: `aws/lambda/by-hand/${randomUUID()}`,
      Body: JSON.stringify({ payload: { Records } }),
    }),
  );
}
