/** Provides a Step Functions endpoint for an unmodified SFNClient. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { messageOf } from '../runner-error.ts';
import { listenOnLoopback } from '../http/loopback-server.ts';
import type { Service } from '../running-services.ts';
import type { Execution } from './execution-journal.ts';
import type { StateMachine } from './state-machine.ts';
import type { StateMachines } from './load-state-machines.ts';

/** A Step Functions API error. `type` is the name of the exception that the SDK throws. */
class ApiError extends Error {
  override name = 'ApiError' as const;
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

const startInput = z.object({
  stateMachineArn: z.string(),
  name: z.string().optional(),
  input: z.string().default('{}'),
});
const executionInput = z.object({
  executionArn: z.string(),
  error: z.string().nullish(),
  cause: z.string().nullish(),
});
const listInput = z.object({
  stateMachineArn: z.string(),
  statusFilter: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']).optional(),
  maxResults: z.number().default(100),
});

/** Step Functions limits an execution's input to 256 KB. */
const MAXIMUM_INPUT_BYTES = 262_144;

/**
 * An endpoint for an unmodified `SFNClient`. It starts listening before the state machines are known and
 * handles requests once `serve` is called.
 */
export interface StepFunctionsEndpoint extends Service {
  readonly endpoint: string;
  serve(machines: StateMachines): void;
}

/** Starts the endpoint on a free port of the loopback interface. */
export async function listenForStepFunctions(): Promise<StepFunctionsEndpoint> {
  let machines: StateMachines | undefined;
  const server = createServer((message, response) => {
    void respond(message, response, (action, input) => {
      if (machines === undefined) throw new ApiError('ServiceUnavailable', 'the runner is starting');
      return perform(machines, action, input);
    });
  });
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    serve: (loaded) => {
      machines = loaded;
    },
  };
}

function perform(machines: StateMachines, action: string, input: unknown): object {
  switch (action) {
    case 'StartExecution':
      return start(machines, startInput.parse(input));
    case 'DescribeExecution':
      return describe(executionOf(machines, executionInput.parse(input).executionArn));
    case 'StopExecution': {
      const { executionArn, error, cause } = executionInput.parse(input);
      const execution = executionOf(machines, executionArn);
      machineOf(machines, execution.stateMachineArn).abort(execution, error ?? null, cause ?? null);
      return { stopDate: Date.now() / 1000 };
    }
    case 'ListExecutions': {
      const { stateMachineArn, statusFilter, maxResults } = listInput.parse(input);
      machineOf(machines, stateMachineArn);
      const executions = machines.journal.list(stateMachineArn, statusFilter ?? '', maxResults || 100);
      return { executions: executions.map(summary) };
    }
    default:
      throw new ApiError('UnknownOperationException', `the local runner does not support ${action}`);
  }
}

function start(machines: StateMachines, request: z.infer<typeof startInput>): object {
  const name = request.name ?? randomUUID();
  if (!/^[^\s<>{}[\]?*"#%\\^|~`$&,;:/]{1,80}$/.test(name))
    throw new ApiError('InvalidName', `Invalid Name: '${name}'`);
  if (Buffer.byteLength(request.input) > MAXIMUM_INPUT_BYTES) {
    throw new ApiError('InvalidExecutionInput', 'the input must have at most 262144 bytes');
  }
  try {
    JSON.parse(request.input);
  } catch (error) {
    throw new ApiError(
      'InvalidExecutionInput',
      `Invalid State Machine Execution Input: '${messageOf(error)}'`,
    );
  }
  const machine = machineOf(machines, request.stateMachineArn);
  const execution = machine.start(name, request.input);
  if (execution === undefined) {
    throw new ApiError('ExecutionAlreadyExists', `Execution Already Exists: '${machine.executionArn(name)}'`);
  }
  return { executionArn: execution.executionArn, startDate: execution.startedAt / 1000 };
}

function machineOf(machines: StateMachines, arn: string): StateMachine {
  const machine = machines.byArn.get(arn);
  if (machine === undefined)
    throw new ApiError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
  return machine;
}

function executionOf(machines: StateMachines, arn: string): Execution {
  const execution = machines.journal.get(arn);
  if (execution === undefined)
    throw new ApiError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
  return execution;
}

function summary({ executionArn, stateMachineArn, name, status, startedAt, stoppedAt }: Execution): object {
  const stopDate = stoppedAt === null ? undefined : stoppedAt / 1000;
  return { executionArn, stateMachineArn, name, status, startDate: startedAt / 1000, stopDate };
}

function describe(execution: Execution): object {
  const { input, output, error, cause } = execution;
  const end = { output: output ?? undefined, error: error ?? undefined, cause: cause ?? undefined };
  return { ...summary(execution), input, ...end };
}

async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  act: (action: string, input: unknown) => object,
): Promise<void> {
  let status = 200;
  let body: object;
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
    const target = message.headers['x-amz-target'];
    const action = typeof target === 'string' ? target.replace('AWSStepFunctions.', '') : '';
    body = act(action, JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch (error) {
    status = 400;
    const type = error instanceof ApiError ? error.type : 'ValidationException';
    body = { __type: type, message: messageOf(error) };
  }
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}
