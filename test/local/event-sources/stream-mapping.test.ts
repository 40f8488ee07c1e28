/**
 * Tests a table's stream that invokes a function: filters, partial failures, bisecting, giving up and
 * restarts.
 */
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunningSample } from '../running-sample.ts';

let sample: RunningSample;
beforeAll(async () => {
  sample = await RunningSample.start();
});
afterAll(() => sample.stop());

const tableName = (): string => sample.stack.outputs['TableName']!;
const put = async (...keys: string[]): Promise<void> => {
  const client = sample.dynamodb();
  for (const pk of keys) {
    const Item = { pk: { S: pk }, sk: { S: '-' }, bytes: { B: Buffer.from('hi') } };
    await client.send(new PutItemCommand({ TableName: tableName(), Item }));
  }
  client.destroy();
};
const remove = async (pk: string): Promise<void> => {
  const client = sample.dynamodb();
  await client.send(
    new DeleteItemCommand({ TableName: tableName(), Key: { pk: { S: pk }, sk: { S: '-' } } }),
  );
  client.destroy();
};
const invoked = () => sample.receiver.next<DynamoDBStreamEvent>('onStream');
const keys = (event: DynamoDBStreamEvent): string[] => event.Records.map(keyOf);
const keyOf = (record: DynamoDBRecord): string => record.dynamodb!.Keys!['pk']!.S!;

/**
 * Responds to invocations with success until this many record keys have arrived, and returns the keys in
 * order.
 */
async function seen(count: number): Promise<string[]> {
  const all: string[] = [];
  while (all.length < count) {
    const { event, returns } = await invoked();
    all.push(...keys(event));
    returns();
  }
  return all;
}

test("a record arrives in Lambda's format", async () => {
  await put('one');
  const { event, returns } = await invoked();
  returns();
  expect(event.Records[0]).toMatchObject({
    eventName: 'INSERT',
    eventSource: 'aws:dynamodb',
    eventSourceARN: expect.stringContaining(`table/${tableName()}/stream/`),
    dynamodb: {
      ApproximateCreationDateTime: expect.any(Number),
      Keys: { pk: { S: 'one' }, sk: { S: '-' } },
      NewImage: { pk: { S: 'one' }, sk: { S: '-' }, bytes: { B: Buffer.from('hi').toString('base64') } },
      SequenceNumber: expect.any(String),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  });
});

test("filtered records aren't delivered and don't block the rest", async () => {
  await put('gone');
  expect(await seen(1)).toEqual(['gone']);
  await remove('gone');
  await put('kept');
  expect(await seen(1)).toEqual(['kept']);
});

test('a batch is retried from the record that failed', async () => {
  await put('hold');
  const hold = await invoked();
  await put('a', 'b', 'c');
  hold.returns();
  const first = await invoked();
  expect(keys(first.event)).toEqual(['a', 'b', 'c']);
  first.returns({
    batchItemFailures: [{ itemIdentifier: first.event.Records[1]!.dynamodb!.SequenceNumber }],
  });
  const second = await invoked();
  expect(keys(second.event)).toEqual(['b', 'c']);
  second.returns({ batchItemFailures: [] });
});

test('a failing batch is split until the bad record is alone, and that record goes to the failure bucket', async () => {
  await put('hold again');
  const hold = await invoked();
  await put('d', 'e', 'poison', 'f');
  hold.returns();
  const handled: string[] = [];
  const poisoned: number[] = [];
  while (handled.length < 3) {
    const { event, returns, throws } = await invoked();
    if (keys(event).includes('poison')) {
      poisoned.push(event.Records.length);
      throws('Poisoned');
    } else {
      handled.push(...keys(event));
      returns();
    }
  }
  expect(handled).toEqual(['d', 'e', 'f']);
  // The batch first has all four records, then half of them, then only the bad record. The event source
  // mapping allows one retry of the bad record.
  expect(poisoned).toEqual([4, 2, 1, 1]);
  const bucket = sample.bucketFolder(sample.stack.outputs['MissedBucket']!);
  const object = readdirSync(bucket, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('_object'),
  );
  expect(object).toMatch(/^aws\/lambda\/OnStream.*\/\d{4}\/\d\d\/\d\d\//);
  const missed = JSON.parse(readFileSync(path.join(bucket, object!), 'utf8'));
  expect(missed).toMatchObject({
    requestContext: { condition: 'RetryAttemptsExhausted' },
    DDBStreamBatchInfo: { batchSize: 1 },
  });
  expect(keys(JSON.parse(missed.payload as string) as DynamoDBStreamEvent)).toEqual(['poison']);

  // Act like an operator who reprocesses the records by invoking the function named in the failure object.
  const lambda = sample.lambda();
  const { functionArn: FunctionName } = missed.requestContext as { functionArn: string };
  const again = async (answer: 'returns' | 'throws') => {
    const result = lambda.send(new InvokeCommand({ FunctionName, Payload: missed.payload }));
    const invocation = await invoked();
    expect(keys(invocation.event)).toEqual(['poison']);
    if (answer === 'returns') invocation.returns({ batchItemFailures: [] });
    else invocation.throws('Poisoned');
    const { FunctionError, Payload } = await result;
    return { FunctionError, answer: JSON.parse(Payload!.transformToString()) as unknown };
  };
  expect(await again('throws')).toMatchObject({
    FunctionError: 'Unhandled',
    answer: { errorType: 'Poisoned' },
  });
  expect(await again('returns')).toEqual({ answer: { batchItemFailures: [] } });
  await expect(
    lambda.send(new InvokeCommand({ FunctionName: FunctionName.replace('OnStream', 'Nobody') })),
  ).rejects.toThrow('the stack has no function');
});

test('after a restart, no handled record is repeated and none is missing', async () => {
  await put('before');
  const interrupted = await invoked();
  expect(keys(interrupted.event)).toEqual(['before']);
  // The runner stops during the invocation, so the stream record isn't marked as handled.
  await sample.halt();
  await sample.run();
  expect(await seen(1)).toEqual(['before']);
  await sample.halt();
  await sample.run();
  await put('after');
  expect(await seen(1)).toEqual(['after']);
});

test('a write during an HTTP request is delivered without waiting for the next poll', async () => {
  await sleep(50);
  const times: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    await put(`quick-${i}`);
    const written = Date.now();
    // After a request to a function that can write to the table, the poller checks the stream, even though
    // this request writes nothing.
    await fetch(`${sample.url}/http`);
    await seen(1);
    times.push(Date.now() - written);
  }
  expect(Math.min(...times)).toBeLessThan(200);
});
