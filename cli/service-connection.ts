/**
 * Connects the operator's commands to a service, using the outputs of a deployed stack or of the local
 * runner.
 */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { cognitoClient } from '../lambdas/aws/clients/cognito-client.ts';
import { documentClient } from '../lambdas/aws/clients/dynamodb-client.ts';
import type { DocumentClient } from '../lambdas/aws/dynamodb.ts';
import type { EmailJob } from '../lambdas/emails/email-job.ts';
import { emailQueue } from '../lambdas/aws/email-queue.ts';
import { formJobQueue } from '../lambdas/forms/jobs/form-job-queue.ts';
import type { FormJob } from '../lambdas/forms/jobs/form-job.ts';
import { plans, type Plans } from '../lambdas/accounts/plans.ts';
import { userPoolStore } from '../lambdas/people/members/user-pool-store.ts';
import { outputsOfService, stackNameOf, type StackOptions } from './deployed-stack.ts';
import { ServiceNotFound } from './operator-errors.ts';

/** Stack outputs that are needed to connect to a service. */
const stackOutputs = z.object({
  BaseUrl: z.string(),
  AccessTokensTable: z.string(),
  AccountKeysTable: z.string(),
  AccountsTable: z.string(),
  ApiKeysTable: z.string(),
  AuditEventsTable: z.string(),
  CountersTable: z.string(),
  DeliveriesTable: z.string(),
  FormJobsQueue: z.string(),
  FormJobsTable: z.string(),
  FormSlugsTable: z.string(),
  FormsTable: z.string(),
  IdempotencyTable: z.string(),
  RecipientsTable: z.string(),
  RecoveriesTable: z.string(),
  RepliesTable: z.string(),
  WebhooksTable: z.string(),
  IdentitiesTable: z.string(),
  InvitationsTable: z.string(),
  MembersTable: z.string(),
  OauthClientsTable: z.string(),
  ConnectionsTable: z.string(),
  SessionsTable: z.string(),
  /** Undefined if the stage has no mail sender. */
  EmailsQueue: z.string().optional(),
  /** Absent if users sign in with another issuer. */
  UserPool: z.string().optional(),
  Plans: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(plans),
});

const runnerOutputs = z.object({
  base_url: z.url().optional(),
  management_key: z.string().optional(),
  stack_outputs: z.record(z.string(), z.string()),
  endpoints: z.object({
    dynamodb: z.url(),
    sqs: z.url().optional(),
    s3: z.url().optional(),
    lambda: z.url().optional(),
  }),
});

/** Names of the tables that commands read or write. */
type ConnectedTable =
  | 'accessTokens'
  | 'accountKeys'
  | 'accounts'
  | 'apiKeys'
  | 'auditEvents'
  | 'counters'
  | 'deliveries'
  | 'formJobs'
  | 'forms'
  | 'formSlugs'
  | 'connections'
  | 'idempotency'
  | 'identities'
  | 'invitations'
  | 'members'
  | 'oauthClients'
  | 'recipients'
  | 'recoveries'
  | 'replies'
  | 'sessions'
  | 'webhooks';

/** A command's connection to a local or deployed service. */
export interface ServiceConnection {
  readonly db: DocumentClient;
  readonly tables: Readonly<Record<ConnectedTable, string>>;
  /** Starts a stored form job. If that fails, the service's hourly check starts the job. */
  readonly startFormJob: (job: FormJob) => Promise<void>;
  /** Queues an e-mail. Does nothing if the stage has no mail sender. */
  readonly queueEmail: (job: EmailJob) => Promise<void>;
  /** Adds an invited user to the stage's user pool. Does nothing if the stage has no user pool. */
  readonly addToUserPool: (email: string) => Promise<void>;
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly plans: Plans;
}

/** A stack's outputs and, for a local stack, the emulators' endpoints. */
export interface StackOutputs {
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints?: z.infer<typeof runnerOutputs>['endpoints'];
  /** URL of the API. Undefined for a deployed stack, which has the output `BaseUrl`. */
  readonly baseUrl?: string | undefined;
  /** Management key of the local service's demo account. */
  readonly managementKey?: string | undefined;
}

/**
 * Client settings with the local runner's credentials. All clients must use the same access key, because the
 * DynamoDB emulator keeps separate tables for each.
 */
const EMULATOR = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  maxAttempts: 2,
};

/** Returns the SDK client settings for an emulator, or empty settings for AWS itself. */
export const clientFor = (endpoint: string | undefined) =>
  endpoint === undefined ? {} : { ...EMULATOR, endpoint };

/**
 * Returns the outputs of the local runner that stores its data in `folder`.
 * @throws ServiceNotFound if no runner has been started with this folder
 */
export function localOutputs(folder = process.env['SVC_LOCAL_DIR'] ?? '.local'): StackOutputs {
  const file = join(folder, 'outputs.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ServiceNotFound(`${file} not found. Start the service with "npm start" first.`, { cause });
  }
  const found = runnerOutputs.parse(JSON.parse(text));
  return {
    outputs: found.stack_outputs,
    endpoints: found.endpoints,
    baseUrl: found.base_url,
    managementKey: found.management_key,
  };
}

/**
 * Reads the outputs of a deployed service with the operator's own AWS credentials.
 * @throws ServiceNotFound if the account and region have no such stack
 */
export async function deployedOutputs(options: StackOptions): Promise<StackOutputs> {
  return { outputs: outputsOfService(await allOutputs(stackNameOf(options)), options) };
}

async function allOutputs(StackName: string): Promise<Record<string, string>> {
  try {
    const { Stacks } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName }));
    const pairs = (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
      OutputKey,
      OutputValue,
    ]);
    return z.record(z.string(), z.string()).parse(Object.fromEntries(pairs));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const advice = 'Set AWS_REGION to its region, or use --local for the service started with "npm start".';
    throw new ServiceNotFound(`Stack ${StackName} not found: ${reason} (${advice})`, { cause });
  }
}

/**
 * Connects to the local runner that stores its data in `folder`.
 * @throws ServiceNotFound if no runner has been started with this folder
 */
export function localService(folder?: string): ServiceConnection {
  const { outputs, endpoints } = localOutputs(folder);
  return serviceAt({ dynamodb: endpoints?.dynamodb ?? '', sqs: endpoints?.sqs }, outputs);
}

/** Connects to a service that uses the emulators at these endpoints. */
export function serviceAt(
  { dynamodb, sqs }: { dynamodb: string; sqs?: string | undefined },
  outputs: unknown,
): ServiceConnection {
  const client = new DynamoDBClient(clientFor(dynamodb));
  return { db: DynamoDBDocumentClient.from(client), ...connectionOf(outputs, sqs) };
}

/**
 * Connects to a deployed service.
 * @throws ServiceNotFound if the account and region have no such stack
 */
export async function deployedService(options: StackOptions): Promise<ServiceConnection> {
  return { db: documentClient(), ...connectionOf((await deployedOutputs(options)).outputs) };
}

function connectionOf(outputs: unknown, sqsEndpoint?: string): Omit<ServiceConnection, 'db'> {
  const { data: found, error } = stackOutputs.safeParse(outputs);
  if (!found) {
    const names = error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new ServiceNotFound(`The stack lacks outputs: ${names}. Deploy this version of the service first.`);
  }
  return {
    tables: {
      accessTokens: found.AccessTokensTable,
      accountKeys: found.AccountKeysTable,
      accounts: found.AccountsTable,
      apiKeys: found.ApiKeysTable,
      auditEvents: found.AuditEventsTable,
      counters: found.CountersTable,
      deliveries: found.DeliveriesTable,
      formJobs: found.FormJobsTable,
      forms: found.FormsTable,
      formSlugs: found.FormSlugsTable,
      idempotency: found.IdempotencyTable,
      identities: found.IdentitiesTable,
      invitations: found.InvitationsTable,
      members: found.MembersTable,
      oauthClients: found.OauthClientsTable,
      connections: found.ConnectionsTable,
      recipients: found.RecipientsTable,
      recoveries: found.RecoveriesTable,
      replies: found.RepliesTable,
      webhooks: found.WebhooksTable,
      sessions: found.SessionsTable,
    },
    startFormJob: (job) =>
      formJobQueue(found.FormJobsQueue, new SQSClient(clientFor(sqsEndpoint))).start(job),
    queueEmail: async (job) => {
      if (found.EmailsQueue !== undefined)
        await emailQueue(found.EmailsQueue, new SQSClient(clientFor(sqsEndpoint))).add(job);
    },
    addToUserPool: (email) => userPoolStore(found.UserPool, cognitoClient).add(email),
    baseUrl: found.BaseUrl,
    plans: found.Plans,
  };
}
