/**
 * Simulates DynamoDB failures: randomly throttles requests from functions, or rejects them as if they
 * conflicted with a transaction. Requests that fail this way never reach the database.
 */
import { Readable } from 'node:stream';
import type { FakeResponse } from '../iam/access-denied.ts';

const NAMESPACE = 'com.amazonaws.dynamodb.v20120810#';

/** Write operations that DynamoDB rejects while a transaction on the same item is in progress. */
const IN_CONFLICT = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/**
 * Returns a simulated failure, or undefined if the request should be sent.
 * @param share fraction of requests that fail, from 0 to 1
 * @param random random number from 0 (inclusive) to 1 (exclusive)
 */
export function storeFault(
  operation: string,
  body: string,
  { share, random }: { readonly share: number; readonly random: () => number },
): FakeResponse | undefined {
  if (random() >= share) return undefined;
  if (random() < 0.5)
    return failure('ThrottlingException', 'Throughput exceeds the current capacity of your table or index.');
  if (operation === 'TransactWriteItems') return canceled(body);
  if (IN_CONFLICT.has(operation))
    return failure('TransactionConflictException', 'Transaction is ongoing for the item');
  return failure(
    'ProvisionedThroughputExceededException',
    'The level of configured provisioned throughput for the table was exceeded.',
  );
}

/** Returns the response for a canceled transaction in which one item has a conflict. */
function canceled(body: string): FakeResponse {
  const { TransactItems = [] } = JSON.parse(body) as { TransactItems?: unknown[] };
  const codes = TransactItems.map((_, index) => (index === 0 ? 'TransactionConflict' : 'None'));
  return failure(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    { CancellationReasons: codes.map((Code) => ({ Code })) },
  );
}

function failure(name: string, message: string, more: object = {}): FakeResponse {
  const body = Buffer.from(JSON.stringify({ __type: `${NAMESPACE}${name}`, message, ...more }));
  return Object.assign(Readable.from([body]), {
    statusCode: 400,
    statusMessage: 'Bad Request',
    headers: { 'content-type': 'application/x-amz-json-1.0', 'content-length': String(body.length) },
  });
}
