/** Calls the real handlers in this process with gateway events and a test's stores. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import {
  emulatorEnvironment,
  type EmulatorEndpoints,
} from '../../../local/functions/function-environment.ts';
import { Stack } from '../../../local/template/stack.ts';
import { operations, type OperationName } from '../../../lambdas/api/operations.ts';
import { entryOf, functionOf } from '../../../lambdas/api/shared-functions.ts';
import { bodyBytes } from '../../../lambdas/http/body/request-body.ts';
import { ownContract } from '../contract/own-contract.ts';
import { assemblyFolder, STACK_NAME } from '../assembly/assembly.ts';
import { gatewayEvent, type SentRequest } from './gateway-event.ts';
import { withFunctionRoles } from './role-checked-calls.ts';
import type { TestStores } from '../emulators/stores.ts';

export const BASE_URL = 'http://api.test';
const NOWHERE = 'http://127.0.0.1:1';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `Set-Cookie` values. */
  readonly cookies: readonly string[];
  /** The response body, decompressed. */
  readonly bytes: Buffer;
  /** The unparsed response body. */
  readonly text: string;
  /** The response's parsed JSON. Undefined for pages and empty responses. */
  readonly body: any;
  /** Duration of the call, in milliseconds. */
  readonly ms: number;
}

export interface SentToOperation extends Omit<SentRequest, 'method' | 'path' | 'pathParameters'> {
  /** Alternative path of the operation (`alsoAt`), used instead of its main path. */
  readonly at?: string;
  /** Alternative method of the operation (`alsoAt`). */
  readonly method?: 'POST';
  /** Values of the path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  /** API key or access token for the Authorization header. */
  readonly key?: string | undefined;
}

type Handler = (event: APIGatewayProxyEventV2, context: object) => Promise<APIGatewayProxyStructuredResultV2>;

const functionProperties = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).optional(),
});

/**
 * Gives this process the functions' environment variables, with the endpoints of the test's emulators.
 * @param elsewhere other endpoints for the functions
 */
export function setFunctionEnvironment(
  stores: Pick<TestStores, 'endpoint'>,
  elsewhere: Partial<EmulatorEndpoints> = {},
): void {
  const stack = Stack.read(assemblyFolder(), STACK_NAME, { sqsEndpoint: NOWHERE, apiEndpoint: BASE_URL });
  for (const { properties } of stack.resources(['AWS::Lambda::Function'], functionProperties)) {
    const { NODE_OPTIONS: _, ...variables } = properties.Environment?.Variables ?? {};
    Object.assign(process.env, variables);
  }
  // Tests must not call an external OpenID Connect issuer. Sign-in tests start a local one.
  process.env['OIDC_ISSUER'] = NOWHERE;
  delete process.env['USER_POOL_ID'];
  const nowhere = {
    eventBridge: NOWHERE,
    lambda: NOWHERE,
    s3: NOWHERE,
    secrets: NOWHERE,
    ses: NOWHERE,
    sqs: NOWHERE,
    stepFunctions: NOWHERE,
  };
  const endpoints = { dynamodb: stores.endpoint, ...nowhere, ...elsewhere };
  Object.assign(process.env, emulatorEnvironment(endpoints));
}

/**
 * Returns a function that calls any API operation. Each operation's handler is loaded on its first call.
 * @param variables override the environment variables that the stack sets
 */
export function handlersOn(
  stores: TestStores,
  { s3 = NOWHERE, ...variables }: Readonly<Record<string, string>> & { s3?: string } = {},
) {
  setFunctionEnvironment(stores, { s3 });
  Object.assign(process.env, variables);
  const judge = withFunctionRoles({ dynamodb: stores.endpoint, ...(s3 !== NOWHERE && { s3 }) });
  return async (name: OperationName, sent: SentToOperation = {}): Promise<Answered> => {
    const operation = operations[name];
    const template = sent.at ?? operation.path;
    const { handler } = (await import(`../../../lambdas/${entryOf(operation)}.ts`)) as { handler: Handler };
    const event = gatewayEvent({
      ...sent,
      method: sent.method ?? operation.method,
      path: template.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => sent.path?.[parameter] ?? ''),
      ...(sent.path && { pathParameters: sent.path }),
      headers: { ...(sent.key !== undefined && { authorization: `Bearer ${sent.key}` }), ...sent.headers },
    });
    const place = template.replaceAll('{', '').replaceAll('}', '');
    const handle = () => handler(event, { awsRequestId: 'test' });
    return answered(event, () => judge(functionOf(operation).name, handle), place);
  };
}

/** Calls the handler of requests that match no route. */
export async function callUnmatched(request: SentRequest): Promise<Answered> {
  const { handler } = await import('../../../lambdas/api/unmatched.ts');
  const event = gatewayEvent(request);
  return answered(event, () => handler(event, { awsRequestId: 'test' } as Context));
}

/**
 * @param path the operation's path in the document, with parameter names instead of values
 * @throws ContractBroken if the response violates the OpenAPI document
 */
async function answered(
  event: APIGatewayProxyEventV2,
  handle: () => Promise<APIGatewayProxyStructuredResultV2>,
  path = event.rawPath,
): Promise<Answered> {
  const started = performance.now();
  const { statusCode = 0, headers = {}, cookies = [], body = '', isBase64Encoded = false } = await handle();
  const ms = performance.now() - started;
  const lower = Object.fromEntries(
    Object.entries(headers).map(([header, value]) => [header.toLowerCase(), String(value)]),
  );
  const sent = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const bytes = lower['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
  const contentType = event.headers['content-type'];
  ownContract().checkAnswer({
    method: event.requestContext.http.method,
    path,
    requestBody:
      contentType === undefined ? undefined : { contentType, text: bodyBytes(event).toString('utf8') },
    hasIdempotencyKey: 'idempotency-key' in event.headers,
    status: statusCode,
    headers: { ...lower, ...(cookies.length > 0 && { 'set-cookie': cookies.join(', ') }) },
    body: bytes,
  });
  const text = bytes.toString();
  const isJson = /json$/.test(lower['content-type'] ?? '') && !lower['content-type']?.endsWith('ndjson');
  return {
    status: statusCode,
    headers: lower,
    cookies,
    bytes,
    text,
    body: isJson ? JSON.parse(text) : undefined,
    ms,
  };
}
