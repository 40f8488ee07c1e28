import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { documentClient } from '../../lambdas/aws/clients/dynamodb-client.ts';
import { failedConditions, transact } from '../../lambdas/aws/dynamodb.ts';
import { Unavailable } from '../../lambdas/core/errors/errors.ts';

// Unlike DynamoDB, the emulator never reports transaction conflicts.
const db = documentClient();
const dynamodb = mockClient(db);
beforeEach(() => dynamodb.reset());
afterAll(() => dynamodb.restore());

const cancelled = (...codes: string[]): TransactionCanceledException =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

it('retries a transaction that conflicted with another one', async () => {
  dynamodb
    .on(TransactWriteCommand)
    .rejectsOnce(cancelled('TransactionConflict', 'None'))
    .rejectsOnce(cancelled('None', 'TransactionConflict'))
    .resolves({});
  await transact(db, { TransactItems: [] });
  expect(dynamodb.calls()).toHaveLength(3);
});

it('does not retry a transaction that failed a condition', async () => {
  dynamodb.on(TransactWriteCommand).rejects(cancelled('ConditionalCheckFailed', 'TransactionConflict'));
  const error = await transact(db, { TransactItems: [] }).catch((each: unknown) => each);
  expect(failedConditions(error)).toEqual([true, false]);
  expect(dynamodb.calls()).toHaveLength(1);
});

it('throws Unavailable if the conflict persists', async () => {
  dynamodb.on(TransactWriteCommand).rejects(cancelled('TransactionConflict'));
  await expect(transact(db, { TransactItems: [] })).rejects.toThrow(Unavailable);
  expect(dynamodb.calls()).toHaveLength(6);
}, 10_000);
