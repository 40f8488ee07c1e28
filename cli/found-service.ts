/** Where the operator's commands find the service: the outputs of a deployed stack, or of the local runner. */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { documentClient } from '../lambdas/aws/clients/dynamodb-client.ts';
import { plans } from '../lambdas/accounts/plans.ts';
import type { FoundService } from './accounts.ts';
import { ServiceNotFound } from './failures.ts';

/** Outputs of the stack, by which everything else is found. */
const stackOutputs = z.object({
  AccountKeysTable: z.string(),
  AccountsTable: z.string(),
  ApiKeysTable: z.string(),
  Plans: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(plans),
});

const runnerOutputs = z.object({
  stack_outputs: z.record(z.string(), z.string()),
  endpoints: z.object({ dynamodb: z.url(), sqs: z.url().optional(), s3: z.url().optional() }),
});

/** The outputs of a stack, and where the emulators are that stand for AWS; deployed, there are none. */
export interface StackOutputs {
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints?: z.infer<typeof runnerOutputs>['endpoints'];
}

/** The runner's own key; DynamoDB Local keeps the tables of each key apart. */
const EMULATOR = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  maxAttempts: 2,
};

/** What a client needs to know to reach an emulator; nothing for AWS itself. */
export const clientFor = (endpoint: string | undefined) =>
  endpoint === undefined ? {} : { ...EMULATOR, endpoint };

/**
 * What the runner that uses this folder says of its stack.
 * @throws ServiceNotFound when none does
 */
export function localOutputs(folder = process.env['SVC_LOCAL_DIR'] ?? '.local'): StackOutputs {
  const file = join(folder, 'outputs.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ServiceNotFound(`${file} is not there; start the service with "npm start" first.`, { cause });
  }
  const { stack_outputs, endpoints } = runnerOutputs.parse(JSON.parse(text));
  return { outputs: stack_outputs, endpoints };
}

/**
 * The outputs of a deployed stage, read with the operator's own AWS credentials.
 * @throws ServiceNotFound when there is no such stack in the account and region
 */
export async function deployedOutputs(stage: string): Promise<StackOutputs> {
  const StackName = `svc-forms-${stage}`;
  try {
    const { Stacks } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName }));
    const pairs = (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
      OutputKey,
      OutputValue,
    ]);
    return { outputs: z.record(z.string(), z.string()).parse(Object.fromEntries(pairs)) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const advice = 'AWS_REGION names its region; --local means the service of "npm start".';
    throw new ServiceNotFound(`The stack ${StackName} was not found: ${reason} (${advice})`, { cause });
  }
}

/**
 * The service of the runner that uses this folder.
 * @throws ServiceNotFound when none does
 */
export function localService(folder?: string): FoundService {
  const { outputs, endpoints } = localOutputs(folder);
  return serviceAt(endpoints?.dynamodb ?? '', outputs);
}

/** A service whose tables are in an emulator, which takes any credentials. */
export function serviceAt(dynamodbEndpoint: string, outputs: unknown): FoundService {
  const client = new DynamoDBClient(clientFor(dynamodbEndpoint));
  return { db: DynamoDBDocumentClient.from(client), ...foundIn(outputs) };
}

/**
 * The service of a deployed stage.
 * @throws ServiceNotFound when there is no such stack in the account and region
 */
export async function deployedService(stage: string): Promise<FoundService> {
  return { db: documentClient(), ...foundIn((await deployedOutputs(stage)).outputs) };
}

function foundIn(outputs: unknown): Pick<FoundService, 'tables' | 'plans'> {
  const found = stackOutputs.parse(outputs);
  return {
    tables: {
      accountKeys: found.AccountKeysTable,
      accounts: found.AccountsTable,
      apiKeys: found.ApiKeysTable,
    },
    plans: found.Plans,
  };
}
