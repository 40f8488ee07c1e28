import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { transact } from '../../../lambdas/adapters/dynamodb.ts';
import { Unavailable } from '../../../lambdas/domain/failures.ts';

// The emulator runs one transaction after the other, so that conflicts never occur in it.
const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
const calls = mockClient(db);
beforeEach(() => calls.reset());

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
const items = [{ Put: { TableName: 'Table', Item: { id: '1' } } }];

test('a transaction that meets another one is tried again', async () => {
  calls
    .on(TransactWriteCommand)
    .rejectsOnce(cancelled('TransactionConflict'))
    .rejectsOnce(cancelled('None', 'TransactionConflict'))
    .resolves({});
  expect(await transact(db, items)).toBeUndefined();
  expect(calls.commandCalls(TransactWriteCommand)).toHaveLength(3);
});

test('a transaction that keeps meeting others ends as unavailable, not as a fault', async () => {
  calls.on(TransactWriteCommand).rejects(cancelled('TransactionConflict'));
  await expect(transact(db, items)).rejects.toThrow(Unavailable);
  expect(calls.commandCalls(TransactWriteCommand)).toHaveLength(6);
});

test('a failed condition is told for its item and not tried again', async () => {
  calls.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
  expect(await transact(db, items)).toEqual([false, true]);
  expect(calls.commandCalls(TransactWriteCommand)).toHaveLength(1);
});

test('any other error goes through', async () => {
  calls.on(TransactWriteCommand).rejects(new TypeError('other'));
  await expect(transact(db, items)).rejects.toThrow(TypeError);
});
