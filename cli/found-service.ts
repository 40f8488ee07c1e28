/** Where the operator's commands find the service: the outputs of a deployed stack, or of the local runner. */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { dynamoDocuments } from '../lambdas/adapters/dynamodb.ts';
import { plans } from '../lambdas/domain/plans.ts';
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
  stack_outputs: z.unknown(),
  endpoints: z.object({ dynamodb: z.url() }),
});

/**
 * The service of the runner that uses this folder.
 * @throws ServiceNotFound when none does
 */
export function localService(folder = process.env['SVC_LOCAL_DIR'] ?? '.local'): FoundService {
  const file = join(folder, 'outputs.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ServiceNotFound(`${file} is not there; start the service with "npm start" first.`, { cause });
  }
  const { stack_outputs, endpoints } = runnerOutputs.parse(JSON.parse(text));
  return serviceAt(endpoints.dynamodb, stack_outputs);
}

/** A service whose tables are in an emulator, which takes any credentials. */
export function serviceAt(dynamodbEndpoint: string, outputs: unknown): FoundService {
  const client = new DynamoDBClient({
    endpoint: dynamodbEndpoint,
    region: 'us-east-1',
    // The runner's own: DynamoDB Local keeps the tables of each key apart.
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    maxAttempts: 2,
  });
  return { db: DynamoDBDocumentClient.from(client), ...foundIn(outputs) };
}

/**
 * The service of a deployed stage, with the operator's own AWS credentials.
 * @throws ServiceNotFound when there is no such stack in the account and region
 */
export async function deployedService(stage: string): Promise<FoundService> {
  const StackName = `svc-forms-${stage}`;
  try {
    const { Stacks } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName }));
    const pairs = (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue }) => [
      OutputKey,
      OutputValue,
    ]);
    return { db: dynamoDocuments(), ...foundIn(Object.fromEntries(pairs)) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServiceNotFound(`The stack ${StackName} was not found: ${reason}`, { cause });
  }
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
