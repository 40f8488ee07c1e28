/**
 * The middy stack around every operation: who calls, what they send, what they get, one line in the log.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import { Failure, NotFound, TurnstileFailed } from '../core/errors.ts';
import { isLanguage } from '../i18n/catalogue.ts';
import { detail } from '../i18n/message.ts';
import { authenticate, type Caller, type Grants } from './authenticate.ts';
import { jsonRequestBody } from './body/request-body.ts';
import { needsKey, scopeOf, type KeyedOperation, type Operation } from './operation.ts';
import { problemAnswer, type Answer } from './problem-document.ts';
import { validated } from './validation.ts';
import type { Voice } from './response-format.ts';

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
  readonly meanwhile: (work: Promise<void>) => void;
}
type Parsed<Schema> = Schema extends () => z.ZodType ? z.output<ReturnType<Schema>> : undefined;

export interface HttpHandlerParts {
  readonly baseUrl: string;
  /** Needed by operations that ask for a key. */
  readonly grants?: Grants;
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
 * @throws TypeError when the operation asks for a key and there is nothing to find it in
 */
export function httpHandler<Op extends Operation>(
  operation: Op,
  parts: HttpHandlerParts,
  act: (request: HttpRequest<Op>) => Promise<Answer> | Answer,
) {
  if (needsKey(operation) && !parts.grants) throw new TypeError(`${operation.name} cannot check keys`);
  const voice = parts.voice ?? plainVoice(parts.baseUrl);
  const stack = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>();
  // The gateway sets these headers too; here they hold behind any other front as well.
  if (operation.access === 'ingest') stack.use(httpCors(INGEST_CORS));
  return stack.use(answerAndLog(operation.name, voice)).handler(async (event) => {
    const besides: Promise<void>[] = [];
    const meanwhile = (work: Promise<void>): void => {
      const noted = work.catch((error: unknown) =>
        logger.warn('beside', { operation: operation.name, error }),
      );
      besides.push(noted);
    };
    try {
      const answer = await act(await readRequest(operation, parts, voice, event, meanwhile));
      return toGateway(answer, voice.headers(event));
    } finally {
      await Promise.all(besides);
    }
  });
}

function plainVoice(baseUrl: string): Voice {
  return { headers: () => ({}), failure: (_event, thrown) => problemAnswer(thrown, baseUrl) };
}

async function readRequest<Op extends Operation>(
  operation: Op,
  { grants }: HttpHandlerParts,
  voice: Voice,
  event: APIGatewayProxyEventV2,
  meanwhile: HttpRequest<Op>['meanwhile'],
): Promise<HttpRequest<Op>> {
  assertKnownLocale(event);
  let caller: Caller | undefined;
  if (needsKey(operation) && grants) {
    caller = await authenticate(event.headers['authorization'], scopeOf(operation), grants);
    meanwhile(grants.noteUse(caller));
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
    meanwhile,
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
  { status, headers, body, html, bytes }: Answer,
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
