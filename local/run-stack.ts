import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { CREDENTIALS, REGION } from './aws-names.ts';
import type { DynamoDbEmulator } from './dynamodb/dynamodb-emulator.ts';
import { foreignDynamoDb, startDynoxide } from './dynamodb/dynamodb-emulator.ts';
import { tendStreamRecords } from './dynamodb/stream-records.ts';
import { createTables, tablesOf } from './dynamodb/tables.ts';
import { sweepTimeToLive } from './dynamodb/time-to-live.ts';
import { EventBus } from './event-bus/event-bus.ts';
import { startEventSources } from './event-sources/event-sources.ts';
import type { RunnerFolder } from './runner-folder.ts';
import type { EmulatorEndpoints } from './functions/function-environment.ts';
import { Functions } from './functions/functions.ts';
import { httpApiOf } from './http/local-http-api.ts';
import type { HttpFront } from './http/local-http-server.ts';
import { unavailable } from './http/local-http-server.ts';
import { startS3 } from './s3/s3-emulator.ts';
import { startSes } from './ses/ses-emulator.ts';
import type { Service } from './running-services.ts';
import { RunningServices } from './running-services.ts';
import { SqsEmulator } from './sqs/sqs-emulator.ts';
import { listenForStepFunctions } from './state-machines/step-functions-endpoint.ts';
import { stateMachinesOf } from './state-machines/load-state-machines.ts';
import { Stack } from './template/stack.ts';

export interface StackOptions {
  /** The cloud assembly and the stack in it. */
  readonly assembly: string;
  readonly stackName: string;
  readonly folder: RunnerFolder;
  readonly http: HttpFront;
  /** A DynamoDB that runs already, instead of the native emulator. */
  readonly dynamodbEndpoint?: string | undefined;
  /** Milliseconds between two looks for items that have expired; a minute when absent. */
  readonly ttlSweepMilliseconds?: number;
  /** Hears one line about each thing that fails while the stack runs. */
  readonly onError: (message: string) => void;
}

/** A stack that runs. */
export interface RunningStack extends Service {
  /** The template's outputs with their local values. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: EmulatorEndpoints;
}

/**
 * Runs a synthesised stack on this machine: first the emulators, which hold what is stored; then the functions; then
 * what sends events to them. `stop` goes the other way.
 * @throws RunnerError when the stack has something that does not run here; nothing is left running then.
 */
export async function runStack(options: StackOptions): Promise<RunningStack> {
  const services = new RunningServices();
  try {
    return await startAll(options, services);
  } catch (error) {
    await services.stop();
    throw error;
  }
}

async function startAll(options: StackOptions, services: RunningServices): Promise<RunningStack> {
  const { folder, http, onError } = options;
  const dynamodb = services.add(await startDynamoDb(options));
  const sqs = services.add(await SqsEmulator.start(folder.subfolder('sqs')));
  const stepFunctions = services.add(await listenForStepFunctions());
  const ses = services.add(await startSes(folder.subfolder('mail')));
  const addresses = { sqsEndpoint: sqs.endpoint, apiEndpoint: http.endpoint };
  const stack = Stack.read(options.assembly, options.stackName, addresses);
  const s3 = services.add(await startS3(stack, folder.subfolder('s3')));
  sqs.createQueues(stack);
  const clients = services.add(await openTables(stack, dynamodb, options));

  const endpoints = {
    dynamodb: dynamodb.endpoint,
    s3: s3.endpoint,
    ses: ses.endpoint,
    sqs: sqs.endpoint,
    stepFunctions: stepFunctions.endpoint,
  };
  const functions = Functions.fromStack(stack, endpoints, folder.subfolder('logs'), onError);
  services.add(functions);
  const bus = services.add(new EventBus(stack, functions, sqs, onError));
  const machines = await stateMachinesOf(stack, functions, folder.journal, (execution) =>
    bus.executionEnded(execution),
  );
  for (const machine of machines.byArn.values()) services.add(machine).resume();
  stepFunctions.serve(machines);
  bus.start();

  const sources = await startEventSources(stack, functions, {
    ...{ dynamodb: clients.tables, streams: clients.streams, sqs },
    ...{ s3Endpoint: s3.endpoint, journal: folder.journal },
  });
  // Pollers wait for the invocations that they started, so both stop together.
  services.add(together(sources, functions));
  // Whoever was just answered may have written to a table with a stream: that is what makes the first webhook quick.
  functions.onSettled(() => sources.nudge());
  http.serve(httpApiOf(stack, functions));
  services.add({ stop: () => Promise.resolve().then(() => http.serve(unavailable)) });
  return {
    stop: () => services.stop(),
    outputs: stack.outputs(),
    endpoints,
  };
}

function together(...services: Service[]): Service {
  return {
    stop: async () => {
      await Promise.all(services.map((service) => service.stop()));
    },
  };
}

async function startDynamoDb({ dynamodbEndpoint, folder, onError }: StackOptions): Promise<DynamoDbEmulator> {
  if (dynamodbEndpoint !== undefined) return foreignDynamoDb(dynamodbEndpoint);
  const databaseFile = folder.file('dynamodb.db');
  const slow = await tendStreamRecords(databaseFile);
  if (slow !== undefined) onError(slow);
  return startDynoxide(databaseFile, folder.file('dynamodb.log'));
}

async function openTables(
  stack: Stack,
  { endpoint, tools }: DynamoDbEmulator,
  { folder, ttlSweepMilliseconds = 60_000, onError }: StackOptions,
): Promise<Service & { readonly tables: DynamoDBClient; readonly streams: DynamoDBStreamsClient }> {
  const settings = { endpoint, region: REGION, credentials: CREDENTIALS };
  const tables = new DynamoDBClient(settings);
  const streams = new DynamoDBStreamsClient(settings);
  await createTables(tables, tablesOf(stack));
  if (tools !== undefined) {
    const slow = await tendStreamRecords(folder.file('dynamodb.db'));
    if (slow !== undefined) onError(slow);
  }
  const sweeping = tools && sweepTimeToLive(tools, ttlSweepMilliseconds, onError);
  return {
    tables,
    streams,
    stop: async () => {
      await sweeping?.stop();
      tables.destroy();
      streams.destroy();
    },
  };
}
