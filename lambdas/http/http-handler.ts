/**
 * The middy stack around every operation: who calls, what they send, what they get, one line in the log.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import { Failure } from '../domain/failures.ts';
import { authenticateManager, type Caller, type KeyStore } from './authentication.ts';
import { bodyBytes, jsonBody } from './body.ts';
import type { Operation } from './operation.ts';
import { problemAnswer, type Answer } from './problem-document.ts';
import { validated } from './validation.ts';

/** What an operation is given: everything that was sent, checked. */
export interface HttpRequest<Op extends Operation> {
  readonly event: APIGatewayProxyEventV2;
  /** Path parameters, percent-decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Parsed<Op['query']>;
  readonly body: Parsed<Op['body']>;
  readonly caller: Op['access'] extends 'management' ? Caller : undefined;
}
type Parsed<Schema> = Schema extends () => z.ZodType ? z.output<ReturnType<Schema>> : undefined;

export interface HttpHandlerParts {
  readonly baseUrl: string;
  /** Needed by operations that ask for a management key. */
  readonly keys?: KeyStore;
}

/** What browsers on other sites may see and send on ingest. */
const INGEST_CORS = {
  origins: ['*'],
  headers: 'content-type, authorization, idempotency-key',
  methods: 'POST, OPTIONS',
  exposeHeaders: 'x-request-id, retry-after',
};

interface Timing extends Record<string, unknown> {
  started: number;
}

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * Makes the Lambda handler of an operation. `act` gets a checked request and answers or throws a `Failure`;
 * every answer carries `x-request-id`, every failure is a problem document.
 */
export function httpHandler<Op extends Operation>(
  operation: Op,
  parts: HttpHandlerParts,
  act: (request: HttpRequest<Op>) => Promise<Answer> | Answer,
) {
  const stack = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>();
  // The gateway sets these headers too; here they hold behind any other front as well.
  if (operation.access === 'ingest') stack.use(httpCors(INGEST_CORS));
  return stack
    .use(answerAndLog(operation.name, parts.baseUrl))
    .handler(async (event) => toGateway(await act(await readRequest(operation, parts, event))));
}

async function readRequest<Op extends Operation>(
  operation: Op,
  { keys }: HttpHandlerParts,
  event: APIGatewayProxyEventV2,
): Promise<HttpRequest<Op>> {
  const caller =
    operation.access === 'management' && keys
      ? await authenticateManager(event.headers['authorization'], keys)
      : undefined;
  const request = {
    event,
    path: pathParameters(event),
    query: operation.query ? validated(operation.query(), event.queryStringParameters ?? {}) : undefined,
    body: operation.body ? validated(operation.body(), jsonBody(bodyBytes(event))) : undefined,
    caller,
  };
  return request as HttpRequest<Op>;
}

function pathParameters(event: APIGatewayProxyEventV2): Record<string, string> {
  const entries = Object.entries(event.pathParameters ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

function toGateway({ status, headers, body, bytes }: Answer): APIGatewayProxyStructuredResultV2 {
  if (bytes !== undefined)
    return {
      statusCode: status,
      headers: { ...headers },
      body: bytes.toString('base64'),
      isBase64Encoded: true,
    };
  if (body === undefined) return { statusCode: status, headers: { ...headers } };
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Turns what was thrown into a problem document, names the request and logs one line without its content. */
function answerAndLog(
  operation: string,
  baseUrl: string,
): middy.MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context, Timing> {
  const finish = (event: APIGatewayProxyEventV2, response: APIGatewayProxyStructuredResultV2): void => {
    response.headers = { ...response.headers, 'x-request-id': event.requestContext.requestId };
  };
  return {
    before: ({ internal }) => {
      internal.started = performance.now();
    },
    after: ({ event, response, context, internal }) => {
      if (!response) return;
      finish(event, response);
      logRequest(operation, event, context, response.statusCode, internal.started);
    },
    onError: (request) => {
      const { event, context, error, internal } = request;
      const answer = problemAnswer(error, baseUrl);
      request.response = toGateway(answer);
      finish(event, request.response);
      logRequest(operation, event, context, answer.status, internal.started, error ?? undefined);
    },
  };
}

function logRequest(
  operation: string,
  event: APIGatewayProxyEventV2,
  context: Context,
  status: number | undefined,
  started: number,
  error?: Error,
): void {
  const line = {
    operation,
    request_id: event.requestContext.requestId,
    function_request_id: context.awsRequestId,
    status,
    duration_ms: Math.round((performance.now() - started) * 10) / 10,
    ...(error instanceof Failure && { problem: error.slug }),
  };
  if (error && (!(error instanceof Failure) || (status ?? 500) >= 500))
    logger.error('request', { ...line, error });
  else logger.info('request', line);
}
