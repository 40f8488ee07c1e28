/**
 * The service's operations as Lambda runs them, their handlers called with gateway events, against emulators of a
 * test's own: quicker than the whole service, and the test can look into the stores.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { hashOfKey, newKey, shownPrefix, type KeyType } from '../../lambdas/domain/api-key.ts';
import { newAccountId, newKeyId } from '../../lambdas/domain/ids.ts';
import type { Account } from '../../lambdas/domain/plans.ts';
import { systemRandom } from '../../lambdas/domain/random.ts';
import { entryOf, operations, type OperationName } from '../../lambdas/operations.ts';
import { Stack } from '../../local/template/stack.ts';
import { assemblyFolder, STACK_NAME } from './assembly.ts';
import { startBuckets, type TestBuckets } from './buckets.ts';
import { startStores, type TestStores } from './stores.ts';

export interface Request {
  readonly key?: string;
  /** Values of the path's parameters. */
  readonly path?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The JSON of the body, if it is that. */
  readonly body: any;
  readonly bytes: Buffer;
}

export interface TestOperations {
  readonly stores: TestStores;
  readonly buckets: TestBuckets;
  call(name: OperationName, request?: Request): Promise<Answer>;
  /** A new account with a key. */
  account(of?: Partial<Account>, type?: KeyType): Promise<{ account: Account; key: string }>;
  stop(): Promise<void>;
}

type Handler = (event: unknown, context: unknown) => Promise<APIGatewayProxyStructuredResultV2>;

const functionProperties = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).optional(),
});

export async function startOperations(): Promise<TestOperations> {
  const [stores, buckets] = await Promise.all([startStores(), startBuckets()]);
  const nowhere = 'http://127.0.0.1:1';
  const addresses = { sqsEndpoint: nowhere, apiEndpoint: 'http://service.test' };
  const stack = Stack.read(assemblyFolder(), STACK_NAME, addresses);
  for (const { properties } of stack.resources(['AWS::Lambda::Function'], functionProperties)) {
    const { NODE_OPTIONS: _, ...variables } = properties.Environment?.Variables ?? {};
    Object.assign(process.env, variables);
  }
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_ENDPOINT_URL_DYNAMODB: stores.endpoint,
    AWS_ENDPOINT_URL_S3: buckets.endpoint,
    AWS_ENDPOINT_URL_SQS: nowhere,
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });

  return {
    stores,
    buckets,
    async call(name, request = {}) {
      const operation = operations[name];
      const { handler } = (await import(`../../lambdas/${entryOf(operation)}.ts`)) as { handler: Handler };
      const { statusCode, headers, body, isBase64Encoded } = await handler(eventOf(operation, request), {
        awsRequestId: randomUUID(),
      });
      const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
      const answered = Object.entries(headers ?? {}).map(([key, value]) => [
        key.toLowerCase(),
        String(value),
      ]);
      return { status: statusCode ?? 200, headers: Object.fromEntries(answered), body: json(bytes), bytes };
    },
    async account(of = {}, type = 'management') {
      const account: Account = {
        account_id: newAccountId(systemRandom),
        name: 'Acme',
        plan: 'pro',
        cursor_key: randomUUID(),
        created_at: new Date().toISOString(),
        ...of,
      };
      const key = newKey(type, systemRandom);
      const { account_id, cursor_key, created_at } = account;
      const stored = {
        key_hash: hashOfKey(key),
        key_id: newKeyId(systemRandom),
        ...{ account_id, type, name: 'Test', prefix: shownPrefix(key), created_at, cursor_key },
      };
      const { db, tables } = stores;
      await db.send(new PutCommand({ TableName: tables.accounts, Item: account }));
      await db.send(new PutCommand({ TableName: tables.apiKeys, Item: stored }));
      return { account, key };
    },
    async stop() {
      await Promise.all([stores.stop(), buckets.stop()]);
    },
  };
}

function eventOf(
  { method, path }: { method: string; path: string },
  { key, path: parameters = {}, query, headers = {}, body }: Request,
): Partial<APIGatewayProxyEventV2> {
  const rawPath = path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');
  const requestContext = {
    requestId: randomUUID(),
    http: { method, path: rawPath, sourceIp: '198.51.100.7' },
  };
  return {
    rawPath,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    pathParameters: parameters,
    ...(query && { queryStringParameters: query }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: requestContext as unknown as APIGatewayProxyEventV2['requestContext'],
  };
}

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
