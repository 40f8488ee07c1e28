/**
 * The middy stack around every operation: who calls, what they send, what they get, one line in the log.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import { Failure, NotFound, TurnstileFailed } from '../domain/failures.ts';
import { isLanguage } from '../domain/translations/catalogue.ts';
import { detail } from '../domain/translations/detail.ts';
import { authenticate, type Caller, type KeyStore } from './authentication.ts';
import { bodyBytes, jsonBody } from './body.ts';
import { needsKey, type KeyedOperation, type Operation } from './operation.ts';
import { problemAnswer, type Answer } from './problem-document.ts';
import { validated } from './validation.ts';
import type { Voice } from './voice.ts';

/** What an operation is given: everything that was sent, checked. */
export interface HttpRequest<Op extends Operation> {
  readonly event: APIGatewayProxyEventV2;
  /** Path parameters, percent-decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Parsed<Op['query']>;
  readonly body: Op['access'] extends 'ingest' ? undefined : Parsed<Op['body']>;
  readonly caller: Op['access'] extends KeyedOperation['access'] ? Caller : undefined;
}
type Parsed<Schema> = Schema extends () => z.ZodType ? z.output<ReturnType<Schema>> : undefined;

export interface HttpHandlerParts {
  readonly baseUrl: string;
  /** Needed by operations that ask for a key. */
  readonly keys?: KeyStore;
  /** English and JSON when absent. */
  readonly voice?: Voice;
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
  const voice = parts.voice ?? plainVoice(parts.baseUrl);
  const stack = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>();
  // The gateway sets these headers too; here they hold behind any other front as well.
  if (operation.access === 'ingest') stack.use(httpCors(INGEST_CORS));
  return stack.use(answerAndLog(operation.name, voice)).handler(async (event) => {
    const answer = await act(await readRequest(operation, parts, voice, event));
    return toGateway(answer, voice.headers(event));
  });
}

function plainVoice(baseUrl: string): Voice {
  return { headers: () => ({}), failure: (_event, thrown) => problemAnswer(thrown, baseUrl) };
}

async function readRequest<Op extends Operation>(
  operation: Op,
  { keys }: HttpHandlerParts,
  voice: Voice,
  event: APIGatewayProxyEventV2,
): Promise<HttpRequest<Op>> {
  assertKnownLocale(event);
  const caller =
    needsKey(operation) && keys
      ? await authenticate(event.headers['authorization'], operation.access, keys)
      : undefined;
  const issue = voice.issue?.(event);
  const request = {
    event,
    path: pathParameters(event),
    query: operation.query
      ? validated(operation.query(), event.queryStringParameters ?? {}, issue)
      : undefined,
    body:
      operation.body && operation.access !== 'ingest'
        ? validated(operation.body(), jsonBody(bodyBytes(event)), issue)
        : undefined,
    caller,
  };
  return request as HttpRequest<Op>;
}

function pathParameters(event: APIGatewayProxyEventV2): Record<string, string> {
  const entries = Object.entries(event.pathParameters ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

/** A path in a language that we do not have is no path, whoever asks for it. */
function assertKnownLocale({ pathParameters }: APIGatewayProxyEventV2): void {
  const locale = pathParameters?.['locale'];
  if (locale !== undefined && !isLanguage(locale)) throw new NotFound(detail('nothing-at-this-path'));
}

function toGateway(
  { status, headers, body, html }: Answer,
  common: Readonly<Record<string, string>>,
): APIGatewayProxyStructuredResultV2 {
  if (html !== undefined) return { statusCode: status, headers: { ...common, ...headers }, body: html };
  if (body === undefined) return { statusCode: status, headers: { ...common, ...headers } };
  return {
    statusCode: status,
    headers: { ...common, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Turns what was thrown into a problem document, names the request and logs one line without its content. */
function answerAndLog(
  operation: string,
  voice: Voice,
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
      const answer = voice.failure(event, error);
      request.response = toGateway(answer, voice.headers(event));
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
    ...(error instanceof TurnstileFailed && { reason: error.reason }),
  };
  if (error && (!(error instanceof Failure) || (status ?? 500) >= 500))
    logger.error('request', { ...line, error });
  else logger.info('request', line);
}
