/**
 * Tests an account with a concurrency limit of one: which invocations are throttled, and that nothing is
 * lost.
 */
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient, TooManyRequestsException } from '@aws-sdk/client-lambda';
import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunningSample } from '../running-sample.ts';

let sample: RunningSample;
beforeAll(async () => {
  sample = await RunningSample.start(1);
});
afterAll(() => sample.stop());

const put = async (pk: string): Promise<void> => {
  const client = sample.dynamodb();
  const Item = { pk: { S: pk }, sk: { S: '-' } };
  await client.send(new PutItemCommand({ TableName: sample.stack.outputs['TableName'], Item }));
  client.destroy();
};
const onStream = () => sample.receiver.next<DynamoDBStreamEvent>('onStream');
const throttled = async (fn: string): Promise<void> => {
  while (!sample.errors.some((line) => line.startsWith(fn) && line.includes('throttled'))) await sleep(20);
};

/** Returns the name of the most recently throttled function. */
const lastThrottled = (): string => sample.errors.at(-1)?.split(':')[0] ?? '';

test('a request gets a 503 while another function runs, and a direct invocation gets the exception', async () => {
  await put('one');
  const running = await onStream();
  const refused = await fetch(`${sample.url}/http?does=infer`);
  expect([refused.status, await refused.json()]).toEqual([503, { message: 'Service Unavailable' }]);
  const client = new LambdaClient({ ...sample.lambdaSettings(), maxAttempts: 1 });
  const invoke = new InvokeCommand({ FunctionName: lastThrottled() });
  await expect(client.send(invoke)).rejects.toBeInstanceOf(TooManyRequestsException);
  client.destroy();
  running.returns();
  while ((await fetch(`${sample.url}/http?does=infer`)).status !== 200) await sleep(20);
});

test("stream records wait while a state machine's task runs and don't count as failed", async () => {
  const client = sample.stepFunctions();
  const input = JSON.stringify({ value: 1, due: new Date().toISOString() });
  const stateMachineArn = sample.stack.outputs['LadderArn'];
  await client.send(new StartExecutionCommand({ stateMachineArn, name: 'busy', input }));
  const running = await sample.receiver.next<{ value: number }>('task');
  // The event source mapping gives up on a record after one retry. Throttled invocations must not count as
  // retries.
  await put('two');
  await throttled('OnStream');
  await sleep(1500);
  running.returns({ done: true, value: 1, due: new Date().toISOString() });
  const { event, returns } = await onStream();
  expect(event.Records.map(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S)).toEqual(['two']);
  returns();
  client.destroy();
});
