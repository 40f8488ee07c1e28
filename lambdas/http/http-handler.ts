/**
 * The middy stack around every operation: who calls, what they send, what they get, one line in the log.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import { ProblemError, NotFound, TurnstileFailed } from '../core/errors.ts';
import { isLanguage } from '../i18n/catalogue.ts';
import { message } from '../i18n/message.ts';
import { authenticate, type Caller } from './authenticate.ts';
import type { PrincipalStore } from '../auth/principal-store.ts';
import { jsonRequestBody } from './body/request-body.ts';
import { needsKey, scopeOf, type KeyedOperation, type Operation } from './operation.ts';
import { problemResponse, type HttpResponse } from './problem-document.ts';
import { validated } from './validation.ts';
import type { ResponseFormat } from './response-format.ts';

/** What an operation is given: everything that was sent, checked. */
export interface HttpRequest<Op extends Operation> {
  readonly event: APIGatewayProxyEventV2;
  /** Path parameters, percent-decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Parsed<Op['query']>;
  readonly body: Op['access'] extends 'ingest' ? undefined : Parsed<Op['body']>;
  readonly caller: Op['access'] extends KeyedOperation['access'] ? Caller : undefined;
  /**
   * Takes work that goes on beside the answer. The function waits for it, as nothing outlives an answer; that it
   * failed is logged and changes nothing.
   */
  readonly runInBackground: (work: Promise<void>) => void;
}
type Parsed<Schema> = Schema extends () => z.ZodType ? z.output<ReturnType<Schema>> : undefined;

export interface HttpHandlerConfig {
  readonly baseUrl: string;
  /** Needed by operations that ask for a key. */
  readonly principals?: PrincipalStore;
  /** English and JSON when absent. */
  readonly format?: ResponseFormat;
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
 * @throws TypeError when the operation asks for a key and there is nothing to find it in
 */
export function httpHandler<Op extends Operation>(
  operation: Op,
  parts: HttpHandlerConfig,
  act: (request: HttpRequest<Op>) => Promise<HttpResponse> | HttpResponse,
) {
  if (needsKey(operation) && !parts.principals) throw new TypeError(`${operation.name} cannot check keys`);
  const voice = parts.format ?? plainVoice(parts.baseUrl);
  const stack = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>();
  // The gateway sets these headers too; here they hold behind any other front as well.
  if (operation.access === 'ingest') stack.use(httpCors(INGEST_CORS));
  return stack.use(answerAndLog(operation.name, voice)).handler(async (event) => {
    const backgroundTasks: Promise<void>[] = [];
    const runInBackground = (work: Promise<void>): void => {
      const noted = work.catch((error: unknown) =>
        logger.warn('background task failed', { operation: operation.name, error }),
      );
      backgroundTasks.push(noted);
    };
    try {
      const answer = await act(await readRequest(operation, parts, voice, event, runInBackground));
      return toGateway(answer, voice.headers(event));
    } finally {
      await Promise.all(backgroundTasks);
    }
  });
}

function plainVoice(baseUrl: string): ResponseFormat {
  return { headers: () => ({}), failure: (_event, thrown) => problemResponse(thrown, baseUrl) };
}

async function readRequest<Op extends Operation>(
  operation: Op,
  { principals: grants }: HttpHandlerConfig,
  voice: ResponseFormat,
  event: APIGatewayProxyEventV2,
  runInBackground: HttpRequest<Op>['runInBackground'],
): Promise<HttpRequest<Op>> {
  assertKnownLocale(event);
  let caller: Caller | undefined;
  if (needsKey(operation) && grants) {
    caller = await authenticate(event.headers['authorization'], scopeOf(operation), grants);
    runInBackground(grants.touchLastUsed(caller));
  }
  const issue = voice.issue?.(event);
  const request = {
    event,
    path: pathParameters(event),
    query: operation.query
      ? validated(operation.query(), event.queryStringParameters ?? {}, issue)
      : undefined,
    body:
      operation.body && operation.access !== 'ingest'
        ? validated(operation.body(), jsonRequestBody(event), issue)
        : undefined,
    caller,
    runInBackground,
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
  if (locale !== undefined && !isLanguage(locale)) throw new NotFound(message('nothing-at-this-path'));
}

function toGateway(
  { status, headers, body, html, bytes }: HttpResponse,
  common: Readonly<Record<string, string>>,
): APIGatewayProxyStructuredResultV2 {
  const sent = { statusCode: status, headers: { ...common, ...headers } };
  if (html !== undefined) return { ...sent, body: html };
  if (bytes) return { ...sent, body: bytes.toString('base64'), isBase64Encoded: true };
  if (body === undefined) return sent;
  return {
    statusCode: status,
    headers: { ...common, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Turns what was thrown into a problem document, names the request and logs one line without its content. */
function answerAndLog(
  operation: string,
  voice: ResponseFormat,
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
    ...(error instanceof ProblemError && { problem: error.slug }),
    ...(error instanceof TurnstileFailed && { reason: error.reason }),
  };
  if (error && (!(error instanceof ProblemError) || (status ?? 500) >= 500))
    logger.error('request', { ...line, error });
  else logger.info('request', line);
}
