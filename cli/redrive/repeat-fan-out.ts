/**
 * Repeats the fan-out of all submissions in a given period, which queues their deliveries and e-mails. Use it
 * if the fan-out was down for longer than the stream keeps its records (24 h). The submissions are stored as
 * failed records for the sweeper (lambdas/outbox/sweep.ts) to pick up. Existing deliveries stay unchanged.
 */
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { randomUUID } from 'node:crypto';
import { projectionOf, type DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { submission } from '../../lambdas/submissions/submission.ts';

/**
 * Attributes of an accepted submission that the consumers of the submissions stream need
 * (lambdas/submissions/submission-stream.ts).
 */
const accepted = submission.pick({
  account_id: true,
  form_id: true,
  submission_id: true,
  received_at: true,
  status: true,
  payload: true,
  source: true,
  spam: true,
  attachments: true,
});
const attributes = projectionOf(accepted.keyof().options);

export interface Span {
  /** ISO 8601, inclusive. */
  readonly since: string;
  /** ISO 8601, exclusive. */
  readonly until: string;
}

/**
 * Passes all submissions accepted in the period to the sweeper. Scans the whole table, so only use this in
 * emergencies.
 * @returns the number of submissions
 */
export async function repeatFanOut(
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
        FilterExpression:
          '#status = :received AND attribute_not_exists(imported_at) AND received_at >= :since AND received_at < :until',
        ...attributes,
        ExpressionAttributeValues: { ':received': 'received', ':since': since, ':until': until },
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const items = Items ?? [];
    if (items.length > 0) await putBatch(s3, bucket, items);
    count += items.length;
    start = LastEvaluatedKey;
  } while (start);
  return count;
}

/**
 * Stores a batch in the bucket and format that Lambda uses for records that a function failed to process.
 */
async function putBatch(
  s3: S3Client,
  bucket: string,
  items: readonly Record<string, unknown>[],
): Promise<void> {
  const Records = items.map((item) => {
    const { form_id, submission_id } = accepted.parse(item);
    return {
      eventName: 'INSERT',
      dynamodb: {
        Keys: marshall({ form_id, submission_id }),
        NewImage: marshall(item),
        // Use any sequence number, because these records aren't read from a stream.
        SequenceNumber: '0',
      },
    };
  });
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: `aws/lambda/by-hand/${randomUUID()}`,
      Body: JSON.stringify({ payload: { Records } }),
    }),
  );
}
