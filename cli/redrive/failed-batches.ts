/** Finds a stack's buckets of failed stream records, and retries the records. */
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import type { failedRecords } from '../../lambdas/aws/event-sources/failed-records.ts';

/** A bucket of failed records. Its stack output is named `Failed<What>Bucket` or `Uncounted<What>Bucket`. */
export interface FailedBatchesBucket {
  readonly name: string;
  readonly bucket: string;
}

/**
 * Returns a stack's buckets of failed records under the names that operators use, for example
 * `uncountedsubmissions`.
 */
export function failedBatchesIn(outputs: Readonly<Record<string, string>>): FailedBatchesBucket[] {
  return Object.entries(outputs).flatMap(([output, bucket]) => {
    const name = /^((?:Failed|Uncounted)\w+)Bucket$/.exec(output)?.[1];
    return name === undefined ? [] : [{ name: name.toLowerCase(), bucket }];
  });
}

/** The response of a function that processes a stream. */
const answer = z.object({ batchItemFailures: z.array(z.unknown()).nullish() }).nullish();

/**
 * Passes failed batches to their functions again, and deletes those that succeed. Skips batches that don't
 * name a function, because the service's sweeper function retries them.
 * @param most maximum number of batches
 */
export async function retryFailedBatches(
  lambda: LambdaClient,
  records: Pick<ReturnType<typeof failedRecords>, 'list' | 'invocation' | 'done'>,
  most = Infinity,
): Promise<{ handled: number; left: number }> {
  const counts = { handled: 0, left: 0 };
  for await (const key of records.list()) {
    if (counts.handled + counts.left >= most) break;
    const { functionArn, event } = await records.invocation(key);
    if (functionArn !== undefined && (await succeeds(lambda, functionArn, event))) {
      await records.done(key);
      counts.handled += 1;
    } else counts.left += 1;
  }
  return counts;
}

async function succeeds(lambda: LambdaClient, FunctionName: string, event: object): Promise<boolean> {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify({ ...event, redriven: true }) }),
  );
  if (FunctionError !== undefined) return false;
  const { batchItemFailures } = answer.parse(JSON.parse(Payload?.transformToString() || 'null')) ?? {};
  return (batchItemFailures ?? []).length === 0;
}
