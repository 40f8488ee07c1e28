/**
 * When a mapping gives up on stream records, sends them to its failure destination, which is a bucket or
 * queue.
 */
import { randomUUID } from 'node:crypto';
import { CREDENTIALS, REGION } from '../aws-names.ts';
import { RunnerError } from '../runner-error.ts';
import type { LocalFunction } from '../functions/local-function.ts';
import type { SqsEmulator } from '../sqs/sqs-emulator.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import type { GiveUp } from './stream-poller.ts';
import type { StreamRecord } from './stream-record.ts';

/**
 * Returns a handler for records that a stream mapping has given up on. An S3 bucket receives the whole
 * invocation record with the payload, and a queue receives only the metadata. Without a destination, the
 * handler drops the records and prints a line to the console.
 * @throws RunnerError for any other kind of destination
 */
export function failureDestination(
  mapping: EventSourceMapping,
  fn: LocalFunction,
  streamArn: string,
  emulators: { s3Endpoint: string; sqs: SqsEmulator },
): GiveUp {
  const destination = mapping.onFailure;
  if (destination === undefined) {
    return (_shard, records, reason) => {
      console.error(`${mapping.id}: ${records.length} stream records dropped: ${reason}`);
      return Promise.resolve();
    };
  }
  const describe = (shard: string, records: readonly StreamRecord[], reason: string): object => ({
    requestContext: {
      requestId: randomUUID(),
      functionArn: fn.settings.arn,
      condition: reason,
      approximateInvokeCount: mapping.maximumRetries + 1,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: shard,
      startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
      endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: arrival(records[0]),
      approximateArrivalOfLastRecord: arrival(records.at(-1)),
      batchSize: records.length,
      streamArn,
    },
  });
  const [, , service] = destination.split(':');
  switch (service) {
    case 's3':
      return async (shard, records, reason) => {
        const payload = JSON.stringify({ Records: records });
        const body = JSON.stringify({ ...describe(shard, records, reason), payload });
        await putObject(
          emulators.s3Endpoint,
          destination.split(':::')[1] ?? '',
          objectKey(mapping.id, shard),
          body,
        );
      };
    case 'sqs': {
      const queue = emulators.sqs.queue(destination, mapping.id);
      return (shard, records, reason) => {
        queue.send(JSON.stringify(describe(shard, records, reason)));
        return Promise.resolve();
      };
    }
    default:
      throw new RunnerError(
        `${mapping.id}: the failure destination ${destination} is neither an S3 bucket nor an SQS queue`,
      );
  }
}

function arrival(record: StreamRecord | undefined): string | undefined {
  return record && new Date(record.dynamodb.ApproximateCreationDateTime * 1000).toISOString();
}

/**
 * Returns `aws/lambda/<mapping>/<shard>/YYYY/MM/DD/YYYY-MM-DDTHH.MM.SS-<random>`, the name that Lambda uses.
 */
function objectKey(mapping: string, shard: string): string {
  const now = new Date().toISOString();
  const day = now.slice(0, 10).replaceAll('-', '/');
  return `aws/lambda/${mapping}/${shard}/${day}/${now.slice(0, 19).replaceAll(':', '.')}-${randomUUID()}`;
}

async function putObject(endpoint: string, bucket: string, key: string, body: string): Promise<void> {
  // Load the S3 client only when needed, because it is the largest client and mappings rarely give up.
  const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint,
    region: REGION,
    credentials: CREDENTIALS,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  try {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
  } finally {
    client.destroy();
  }
}
