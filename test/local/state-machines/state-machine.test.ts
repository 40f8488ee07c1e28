/**
 * Tests a state machine with an unmodified SFNClient: final states, reserved names, retries, status events
 * and resuming.
 */
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ListExecutionsCommand,
  StartExecutionCommand,
  StateMachineDoesNotExist,
  StopExecutionCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import { RunningSample } from '../running-sample.ts';

let sample: RunningSample;
let client: SFNClient;
beforeAll(async () => {
  sample = await RunningSample.start();
  client = sample.stepFunctions();
});
afterAll(async () => {
  client.destroy();
  await sample.stop();
});

const machine = (): string => sample.stack.outputs['LadderArn']!;
const soon = (milliseconds = 100): string => new Date(Date.now() + milliseconds).toISOString();
const start = (name: string, input: object) =>
  client.send(new StartExecutionCommand({ stateMachineArn: machine(), name, input: JSON.stringify(input) }));
const asked = () => sample.receiver.next<{ value: number; execution: string }>('task');
const statusEvent = () =>
  sample.receiver.next<{ 'detail-type': string; detail: { name: string; status: string; error?: string } }>(
    'onStatus',
  );

/**
 * Polls DescribeExecution until the execution ends, because clients have no other way to learn the outcome.
 */
async function ended(executionArn: string) {
  for (;;) {
    const execution = await client.send(new DescribeExecutionCommand({ executionArn }));
    if (execution.status !== 'RUNNING') return execution;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('waits until a timestamp, invokes the function, loops, and succeeds', async () => {
  const due = Date.now() + 300;
  const { executionArn } = await start('round', { value: 1, due: new Date(due).toISOString() });
  const first = await asked();
  expect(Date.now()).toBeGreaterThanOrEqual(due);
  expect(first.event).toEqual({ value: 1, execution: 'round' });
  first.returns({ done: false, value: 2, due: soon() });
  const second = await asked();
  expect(second.event.value).toBe(2);
  second.returns({ done: true, value: 3, due: soon() });
  const end = await ended(executionArn!);
  expect(end).toMatchObject({ status: 'SUCCEEDED', name: 'round', stopDate: expect.any(Date) });
  expect(JSON.parse(end.output!)).toMatchObject({ done: true, value: 3 });
});

test('reserves a name permanently and returns the running execution for the same input', async () => {
  const input = { value: 1, due: soon() };
  const { executionArn } = await start('taken', input);
  expect((await start('taken', input)).executionArn).toBe(executionArn);
  await expect(start('taken', { value: 2, due: soon() })).rejects.toThrow(ExecutionAlreadyExists);
  (await asked()).returns({ done: true, value: 1, due: soon() });
  await ended(executionArn!);
  await expect(start('taken', input)).rejects.toThrow(ExecutionAlreadyExists);
});

test('retries the errors named in Retry', async () => {
  const { executionArn } = await start('again', { value: 1, due: soon() });
  (await asked()).throws('TryAgain');
  (await asked()).returns({ done: true, value: 1, due: soon() });
  expect((await ended(executionArn!)).status).toBe('SUCCEEDED');
});

test('catches the errors named in Catch, fails, and notifies the rule', async () => {
  const { executionArn } = await start('hopeless', { value: 1, due: soon() });
  (await asked()).throws('Hopeless');
  expect(await ended(executionArn!)).toMatchObject({
    status: 'FAILED',
    error: 'GivenUp',
    cause: 'the task failed',
  });
  const { event, returns } = await statusEvent();
  returns();
  expect(event).toMatchObject({
    'detail-type': 'Step Functions Execution Status Change',
    detail: { name: 'hopeless', status: 'FAILED', error: 'GivenUp' },
  });
});

test("keeps the function's error name and message for an uncaught error", async () => {
  const { executionArn } = await start('uncaught', { value: 1, due: soon() });
  (await asked()).throws('Unforeseen');
  const end = await ended(executionArn!);
  expect(end.error).toBe('Unforeseen');
  expect(JSON.parse(end.cause!)).toMatchObject({ errorType: 'Unforeseen', errorMessage: 'told to fail' });
  (await statusEvent()).returns();
});

test('can be stopped', async () => {
  const { executionArn } = await start('stopped', { value: 1, due: soon(60_000) });
  await client.send(new StopExecutionCommand({ executionArn, error: 'Enough' }));
  expect(await ended(executionArn!)).toMatchObject({ status: 'ABORTED', error: 'Enough' });
  (await statusEvent()).returns();
});

test('resumes waiting executions after a restart and keeps their names reserved', async () => {
  await start('resumed', { value: 7, due: soon(600) });
  await sample.halt();
  client.destroy();
  await sample.run();
  client = sample.stepFunctions();
  const { executions } = await client.send(
    new ListExecutionsCommand({ stateMachineArn: machine(), statusFilter: 'RUNNING' }),
  );
  expect(executions?.map(({ name }) => name)).toEqual(['resumed']);
  const { event, returns } = await asked();
  expect(event).toEqual({ value: 7, execution: 'resumed' });
  returns({ done: true, value: 7, due: soon() });
  expect((await ended(executions![0]!.executionArn!)).status).toBe('SUCCEEDED');
  await expect(start('resumed', { value: 7 })).rejects.toThrow(ExecutionAlreadyExists);
});

test('returns an API error for an unknown machine', async () => {
  const stateMachineArn = machine().replace('Ladder', 'Other');
  await expect(client.send(new StartExecutionCommand({ stateMachineArn }))).rejects.toThrow(
    StateMachineDoesNotExist,
  );
});
