/** Runs a synthesized stack locally by starting its services in the required order. */
import type { Activity } from './activity.ts';
import type { DynamoDbOptions } from './dynamodb/local-dynamodb.ts';
import { DynamoDb } from './dynamodb/local-dynamodb.ts';
import { applyCustomResources } from './custom-resources/custom-resources.ts';
import { unpackStagedCode } from './custom-resources/staged-code.ts';
import { distributionOf } from './edge/distribution.ts';
import type { EdgeServer } from './edge/edge-server.ts';
import { webFunctionOf } from './edge/web-function-settings.ts';
import { EventBus } from './event-bus/event-bus.ts';
import { listenForEventBridge } from './event-bus/events-endpoint.ts';
import { startEventSources } from './event-sources/event-sources.ts';
import type { EmulatorEndpoints } from './functions/function-environment.ts';
import { listenForFunctionUrls } from './functions/function-urls.ts';
import { functionRoles, Functions } from './functions/functions.ts';
import { listenForLambda } from './functions/lambda-endpoint.ts';
import type { FunctionRole } from './iam/guarded-requests.ts';
import { noteGranted } from './iam/permission-usage.ts';
import { httpApiOf } from './http/local-http-api.ts';
import { refusingForeignAgents } from './http/loopback-names.ts';
import type { Service } from './running-services.ts';
import { RunningServices } from './running-services.ts';
import { startS3 } from './s3/s3-emulator.ts';
import { LocalSecrets } from './secrets/local-secrets.ts';
import { listenForSecrets } from './secrets/secrets-endpoint.ts';
import { configurationSetsOf } from './ses/configuration-sets.ts';
import { pathOfMail, withMail } from './mail/mail-requests.ts';
import { startSes } from './ses/ses-emulator.ts';
import { SqsEmulator } from './sqs/sqs-emulator.ts';
import { stateMachinesOf } from './state-machines/load-state-machines.ts';
import { listenForStepFunctions } from './state-machines/step-functions-endpoint.ts';
import type { FunctionCode } from './synthesis/function-code.ts';
import { Stack } from './template/stack.ts';

export interface StackOptions extends DynamoDbOptions {
  readonly assembly: string;
  readonly stackName: string;
  /** Values for the template's parameters. All other parameters have their default values. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Source of code for functions that may be invoked before they have been bundled. */
  readonly code?: FunctionCode;
  /** True if the state machines in this template have already passed validation. */
  readonly hasRun?: boolean;
  readonly http: EdgeServer;
  /** Called with a one-line message for each failure while the stack is running. */
  readonly onError: (message: string) => void;
  /** Maximum number of concurrent invocations in the account. Defaults to 1,000, as in most AWS accounts. */
  readonly concurrency?: number;
  /** Divisor for the lifetimes of agents' subscriptions. */
  readonly timeScale?: number | undefined;
  /** Maximum batching window of the event sources, in seconds. Defaults to 1. */
  readonly batchingSeconds?: number | undefined;
  /** Fraction of the functions' DynamoDB requests that fail with a simulated error, from 0 to 1. */
  readonly storeFaults?: number | undefined;
  /** Folder for recording granted and used permissions. If undefined, nothing is recorded. */
  readonly usageFolder?: string | undefined;
  /** Reports form submissions, e-mails and webhook attempts. */
  readonly activity?: Activity | undefined;
}

const ACCOUNT_CONCURRENCY = 1000;

export interface RunningStack extends Service {
  /** Template outputs with their local values. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: EmulatorEndpoints;
  /** Loads the web function before its first request. */
  warm(): void;
  /** Reloads the functions, so that changed code takes effect. */
  reload(): void;
}

/**
 * Starts the emulators that store data, then the functions, then the services that send them events. `stop`
 * uses the reverse order.
 * @throws RunnerError if the stack contains something that isn't supported locally, after stopping everything
 *   that was started
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
  const mail = folder.subfolder('mail');
  const [dynamodb, sqs, ses, stepFunctions, eventBridge, lambda, secretsEndpoint, functionUrls] =
    await services.addAll([
      DynamoDb.start(options),
      SqsEmulator.start(folder.subfolder('sqs')),
      startSes(mail, (recipients, milliseconds, id) =>
        options.activity?.email(recipients, milliseconds, `${http.endpoint}${pathOfMail(id)}`),
      ),
      listenForStepFunctions(),
      listenForEventBridge(),
      listenForLambda(),
      listenForSecrets(),
      // Start listening now, because the template needs the URLs of queues, functions and the API.
      listenForFunctionUrls(),
    ]);
  const secrets = new LocalSecrets(folder);
  const addresses = {
    sqsEndpoint: sqs.endpoint,
    apiEndpoint: http.endpoint,
    functionUrls: functionUrls.endpoint,
    secretOf: (arn: string, where: string) => secrets.valueOf(arn, where),
  };
  const stack = Stack.read(options.assembly, options.stackName, addresses, options.parameters);
  secrets.update(stack);
  secretsEndpoint.serve(secrets);
  const tables = dynamodb.createTables(stack);
  // Prevent an unhandled rejection if another service fails to start before these promises are awaited.
  tables.catch(() => undefined);
  const s3 = services.add(await startS3(stack, folder.subfolder('s3'), onError));
  sqs.createQueues(stack);

  const endpoints = {
    dynamodb: dynamodb.endpoint,
    eventBridge: eventBridge.endpoint,
    lambda: lambda.endpoint,
    s3: s3.endpoint,
    secrets: secretsEndpoint.endpoint,
    ses: ses.endpoint,
    sqs: sqs.endpoint,
    stepFunctions: stepFunctions.endpoint,
  };
  const logs = folder.subfolder('logs');
  const inlineFolder = folder.file('inline-code');
  const { code, activity, concurrency = ACCOUNT_CONCURRENCY, timeScale } = options;
  const { usageFolder, storeFaults } = options;
  const roleOf = functionRoles(stack, endpoints, { usageFolder, storeFaults });
  const folders = { logFolder: logs, inlineFolder };
  const shared = { endpoints, ...folders, onError, roleOf, concurrency, timeScale, code, activity };
  const functions = services.add(Functions.fromStack(stack, shared));
  const { journal } = folder;
  const provider = { stack, functions, journal };
  await applyCustomResources('Custom::StagedAssets', provider);
  await unpackStagedCode(stack, s3.endpoint);
  lambda.serve(stack, functions);
  functionUrls.serve(stack, functions);
  const webFolders = { logs, temporary: folder.subfolder('tmp') };
  const webFunction = webFunctionOf(stack, shared, webFolders);
  if (usageFolder !== undefined)
    noteGranted(usageFolder, [...functions.roles, ...(webFunction?.role ? [webFunction.role] : [])]);
  const bus = services.add(new EventBus(stack, functions, sqs, onError));
  const machines = await stateMachinesOf(
    stack,
    { functions, sqs },
    journal,
    (execution) => bus.executionEnded(execution),
    options.hasRun,
  );
  await tables;
  for (const machine of machines.byArn.values()) services.add(machine).resume();
  stepFunctions.serve(machines);
  ses.connect({
    configurationSets: configurationSetsOf(stack),
    publish: (...event) => bus.publish(...event),
  });
  eventBridge.serve(bus);
  s3.connect((...event) => bus.publish(...event));
  bus.start();
  const emulators = { dynamodb, sqs, s3Endpoint: s3.endpoint, journal };
  const sources = await startEventSources(stack, functions, emulators, options.batchingSeconds ?? 1);
  // Pollers wait for invocations that they started, so they must stop together with the functions.
  services.add(together(sources, functions));
  // A function that has just finished may have written to a table with a stream. Poll the stream immediately,
  // so that the first webhook is sent sooner.
  const settled = (role: FunctionRole | undefined): void => sources.nudge(role);
  functions.onSettled(settled);
  services.add(
    http.serve({
      distribution: distributionOf(stack),
      webFunction,
      api: withMail(refusingForeignAgents(httpApiOf(stack, functions)), mail),
      onSettled: settled,
      onError,
      activity,
    }),
  );
  await applyCustomResources('Custom::FirstAccount', provider);
  return {
    stop: () => services.stop(),
    outputs: stack.outputs(),
    endpoints,
    warm: () => http.warm(),
    reload: () => {
      functions.reload();
      if (code && webFunction) http.reload(code.newestOf(webFunction.folder));
    },
  };
}

function together(...services: Service[]): Service {
  return {
    stop: async () => {
      await Promise.all(services.map((service) => service.stop()));
    },
  };
}
