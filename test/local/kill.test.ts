/**
 * Tests `kill -9` on the local runner: its emulator stops too, and the next start recovers all data and
 * pending work.
 */
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { CREDENTIALS, REGION } from '../../local/aws-names.ts';
import { Receiver } from './receiver.ts';

interface Ready {
  readonly endpoints: { readonly dynamodb: string; readonly sqs: string; readonly stepFunctions: string };
  readonly outputs: Readonly<Record<string, string>>;
}

const receiver = new Receiver();
const directory = mkdtempSync(path.join(tmpdir(), 'svc-kill-'));
let receiverUrl = '';
let runner: ChildProcess;

beforeAll(async () => {
  receiverUrl = await receiver.start();
});
afterAll(async () => {
  await kill();
  await receiver.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function run(): Promise<Ready> {
  const script = path.join(import.meta.dirname, 'run-sample.ts');
  // A state machine's wait can end while the runner is stopped. The remaining timeout is then negative, so
  // Node.js would print a warning.
  const options = ['--disable-warning=TimeoutNegativeWarning'];
  runner = spawn(process.execPath, [...options, script, directory, receiverUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(runner.stdout!), 'line')) as [string];
  return JSON.parse(line) as Ready;
}

async function kill(): Promise<void> {
  if (runner.exitCode !== null || runner.signalCode !== null) return;
  runner.kill('SIGKILL');
  await once(runner, 'exit');
}

/** Waits until the endpoint stops responding. */
async function gone(endpoint: string): Promise<void> {
  while (
    await fetch(endpoint).then(
      () => true,
      () => false,
    )
  )
    await sleep(5);
}

const client = (endpoint: string) => ({ endpoint, region: REGION, credentials: CREDENTIALS, maxAttempts: 1 });

test('acknowledged work is completed right after the next start, even after a kill -9', async () => {
  const first = await run();
  const tables = new DynamoDBClient(client(first.endpoints.dynamodb));
  const put = (pk: string) =>
    tables.send(
      new PutItemCommand({ TableName: first.outputs['TableName']!, Item: { pk: { S: pk }, sk: { S: '-' } } }),
    );
  await put('handled');
  (await receiver.next('onStream')).returns();
  await put('under way');
  await receiver.next('onStream');
  await put('not seen yet');
  const queues = new SQSClient(client(first.endpoints.sqs));
  await queues.send(
    new SendMessageCommand({ QueueUrl: first.outputs['JobsUrl']!, MessageBody: 'under way' }),
  );
  await receiver.next('onQueue');
  const machines = new SFNClient(client(first.endpoints.stepFunctions));
  const due = new Date(Date.now() + 500).toISOString();
  const { executionArn } = await machines.send(
    new StartExecutionCommand({
      stateMachineArn: first.outputs['LadderArn']!,
      name: 'waiting',
      input: JSON.stringify({ value: 1, due }),
    }),
  );

  await kill();
  await gone(first.endpoints.dynamodb);
  const second = await run();

  const seen: string[] = [];
  while (seen.length < 2) {
    const { event, returns } = await receiver.next<DynamoDBStreamEvent>('onStream');
    seen.push(...event.Records.map((record) => record.dynamodb!.Keys!['pk']!.S!));
    returns();
  }
  expect(seen).toEqual(['under way', 'not seen yet']);
  const message = await receiver.next<SQSEvent>('onQueue');
  message.returns();
  expect(message.event.Records.map(({ body }) => body)).toEqual(['under way']);
  (await receiver.next('task')).returns({ done: true, value: 1, due });
  const resumed = new SFNClient(client(second.endpoints.stepFunctions));
  let status: string | undefined = 'RUNNING';
  while (status === 'RUNNING') {
    ({ status } = await resumed.send(new DescribeExecutionCommand({ executionArn })));
  }
  expect(status).toBe('SUCCEEDED');
  for (const each of [tables, queues, machines, resumed]) each.destroy();
  await kill();
  await gone(second.endpoints.dynamodb);
});
