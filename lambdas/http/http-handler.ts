/**
 * Wraps every operation in a Lambda handler that checks the caller and the input, converts errors to problem
 * documents, and logs one line per request.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod';
import { MethodNotAllowed, NotFound, Unauthorized } from '../core/errors/errors.ts';
import type { AuditAttemptKey, AuditPut, AuditTargetType, ChangedMember } from '../core/audit-row.ts';
import type { Caller } from '../core/caller.ts';
import { isLanguage } from '../core/text/language.ts';
import { message } from '../core/errors/message.ts';
import { readIfGiven } from '../environment.ts';
import { clientsOfEdge, refuseUnverified, type Middleware } from './edge-requests.ts';
import { verifierOfStage } from './edge-verifier.ts';
import { headersByRule, preflightResponse, READABLE, withRules } from './header-rules.ts';
import { jsonRequestBody } from './body/request-body.ts';
import {
  atEveryPath,
  isChange,
  mustBeAudited,
  needsKey,
  type KeyedOperation,
  type Operation,
} from './operation.ts';
import { operationCall } from './operation-call.ts';
import { methodsAt, methodsOf, takesMethod } from './methods.ts';
import type { HttpResponse, ResponseFormat } from './http-response.ts';
import { problemResponse } from './problem-document.ts';
import { validatedQuery } from './query.ts';
import { logRequest, logWith, type CountPosts } from './request-log.ts';
import type { LogSubject } from './log-subject.ts';
import { validated } from './validation.ts';
import { withoutStoredData } from './write-only-response.ts';

/** The id of a change's target, or the id and name. */
export type AuditedTarget = string | { readonly id: string; readonly name: string };

/** Writes one request's audit log row. */
export interface RequestAudit {
  /**
   * Returns a new audit log row for a change to this target, to be stored in the change's transaction.
   * @param target the target's id, with its name if this kind of target has one
   * @param changes the changed settings
   * @param type the target's type, if it differs from the type that the operation declares
   */
  readonly rowOf: (
    target: AuditedTarget,
    changes?: readonly ChangedMember[],
    type?: AuditTargetType,
  ) => AuditPut;
  /**
   * Returns a new audit log row for a change that a background job completes, and the key that the job uses
   * to add the result.
   */
  readonly attemptOf: (
    target: { readonly type: AuditTargetType; readonly id: string; readonly name?: string | undefined },
    changes: readonly ChangedMember[],
  ) => { readonly put: AuditPut; readonly key: AuditAttemptKey };
  /**
   * Runs a change to this target. Stores an audit log row before the change and adds the result to the row
   * afterwards.
   */
  readonly around: <Result>(target: AuditedTarget, change: () => Promise<Result>) => Promise<Result>;
}

type AuditOf<Written> = Written extends 'with-change'
  ? Pick<RequestAudit, 'attemptOf' | 'rowOf'>
  : Written extends 'around'
    ? Pick<RequestAudit, 'around'>
    : undefined;

/**
 * Creates a request's audit log writer.
 * @param tool name of the agent's tool, if a tool makes the change
 */
export type AuditOfRequest = (event: APIGatewayProxyEventV2, caller: Caller, tool?: string) => RequestAudit;

/**
 * Authenticates the caller, or throws an error. Can start background tasks that run in parallel with the
 * operation.
 */
export type ResolveCaller = (
  event: APIGatewayProxyEventV2,
  runInBackground: (task: Promise<void>) => void,
) => Promise<Caller>;

/** A request that has been validated against the operation's description. */
export interface HttpRequest<Op extends Operation> {
  readonly event: APIGatewayProxyEventV2;
  /** Path parameters, percent-decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Parsed<Op['query']>;
  readonly body: Op['access'] extends 'ingest' ? undefined : Parsed<Op['body']>;
  readonly caller: Op['access'] extends KeyedOperation['access'] ? Caller : undefined;
  /**
   * Writes the audit log row, either in the same transaction as the change or around it, as declared in the
   * operation's `audit` property.
   */
  readonly audit: Op['audit'] extends { readonly written: infer Written } ? AuditOf<Written> : undefined;
  /**
   * Runs a task in parallel with the operation. The function waits for the task before it responds because
   * Lambda may freeze the function afterwards. Failures are logged and don't change the response.
   */
  readonly runInBackground: (task: Promise<void>) => void;
  /** Adds fields to the request's log line that identify the caller and the resource. */
  readonly logWith: (subject: LogSubject) => void;
}
type Parsed<Schema> = Schema extends () => z.ZodType ? z.output<ReturnType<Schema>> : undefined;

export interface HttpHandlerConfig {
  readonly baseUrl: string;
  /** Authenticates the caller. Required for operations that need a key or a session. */
  readonly resolveCaller?: ResolveCaller;
  /** Creates the audit log writer for a request. Required for operations that change data. */
  readonly audit?: AuditOfRequest;
  /** Format of the responses. Defaults to JSON in English. */
  readonly format?: ResponseFormat;
  /**
   * If set, the handler accepts any request without validating it. Used for operations that have no schema
   * for their input.
   */
  readonly anyRequest?: true;
  /** Classifies requests for the metrics. If missing, the operation's requests aren't counted. */
  readonly countPosts?: CountPosts;
}

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * Creates an operation's Lambda handler. The operation is available as a property of the handler, and so is
 * `call`, which runs the operation for a function that has already authenticated the caller. `respond`
 * receives a validated request and returns a response or throws a `ProblemError`. Every response has an
 * `x-request-id` header, and every error is a problem document.
 * @throws TypeError if the operation needs a key but `resolveCaller` is missing, or if it changes data but
 *   `audit` is missing
 */
export function httpHandler<Op extends Operation>(
  operation: Op,
  config: HttpHandlerConfig,
  respond: (request: HttpRequest<Op>) => Promise<HttpResponse> | HttpResponse,
) {
  const { format = englishJson(config.baseUrl) } = config;
  const rules = headersByRule(operation, config.baseUrl);
  const toGateway = (event: APIGatewayProxyEventV2, response: HttpResponse) =>
    gatewayResponse({
      ...response,
      headers: withRules(rules, { ...format.headers(event), ...response.headers }),
    });
  const callerOf = callerResolver(operation, config);
  if (!config.audit && mustBeAudited(operation)) throw new TypeError(`${operation.name} needs an audit log`);
  const stack = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>();
  // This middleware must come first, because it corrects the client's address in the event before other
  // middleware reads the address.
  stack.use(clientsOfEdge(verifierOfStage()));
  if (operation.sameOriginOnly !== true) stack.use(httpCors(READABLE));
  stack.use(problemsAndLog(operation.name, toGateway, format, config.countPosts));
  stack.use(refuseUnverified(readIfGiven('EDGE_ONLY') === true));
  stack.handler(async (event) => {
    const backgroundTasks: Promise<void>[] = [];
    const runInBackground = (task: Promise<void>): void => {
      const logged = task.catch((error: unknown) =>
        logger.warn('Background task failed', { operation: operation.name, error }),
      );
      backgroundTasks.push(logged);
    };
    try {
      // Respond to CORS preflight requests here because routes for all methods receive them too.
      if (event.requestContext.http.method === 'OPTIONS')
        return toGateway(event, preflightResponse(operation));
      if (config.anyRequest !== true) assertRoute(operation, event);
      const caller = await callerOf?.(event, runInBackground);
      const audit = caller && config.audit?.(event, caller);
      const request = {
        ...(config.anyRequest === true ? { event } : await readRequest(operation, format, event)),
        caller,
        audit,
        runInBackground,
        logWith: (subject: LogSubject) => logWith(event, subject),
      };
      const response = await respond(request as HttpRequest<Op>);
      const mayRead = !caller || caller.scopes.includes('read') || !isChange(operation);
      return toGateway(event, mayRead ? response : withoutStoredData(response));
    } finally {
      await Promise.all(backgroundTasks);
    }
  });
  return Object.assign(stack, { operation, call: operationCall(operation, config.audit, respond) });
}

function englishJson(baseUrl: string): ResponseFormat {
  return { headers: () => ({}), problem: (_event, thrown) => problemResponse(thrown, baseUrl) };
}

function callerResolver(
  operation: Operation,
  { resolveCaller }: HttpHandlerConfig,
): ((...args: Parameters<ResolveCaller>) => Promise<Caller | undefined>) | undefined {
  if (operation.access === 'link') return assertKeyOrSignature;
  if (!needsKey(operation)) return undefined;
  if (!resolveCaller) throw new TypeError(`${operation.name} needs stores to check keys`);
  return resolveCaller;
}

/**
 * Responds with 401 if the request has neither a key nor a link signature, before the query is validated. The
 * operation itself checks whether the key or signature is valid.
 */
function assertKeyOrSignature({
  headers,
  queryStringParameters,
}: APIGatewayProxyEventV2): Promise<undefined> {
  if (headers['authorization'] === undefined && queryStringParameters?.['signature'] === undefined)
    throw new Unauthorized(message('key-needed'));
  return Promise.resolve(undefined);
}

/**
 * Rejects requests that match one of API Gateway's routes but no operation:
 * - paths with an unknown language as the locale
 * - paths below an ingest path, because its route accepts a trailing slash
 * - other methods on a GET route, because API Gateway accepts any method for this route
 * @throws NotFound, MethodNotAllowed
 */
function assertRoute(
  operation: Operation,
  { pathParameters = {}, rawPath, requestContext: { http } }: APIGatewayProxyEventV2,
): void {
  const { locale, rest = '' } = pathParameters;
  if ((locale !== undefined && !isLanguage(locale)) || rest !== '')
    throw new NotFound(message('nothing-at-this-path'));
  // If a reverse proxy adds a prefix to the path, no operation matches and the list is empty.
  const allow = methodsAt(rawPath);
  const isTaken = atEveryPath(operation).some((each) => takesMethod(each, http.method));
  if (!isTaken || (allow.length > 0 && !allow.includes(http.method)))
    throw new MethodNotAllowed(http.method, allow.length > 0 ? allow : methodsOf(operation.path));
}

/** Returns the path parameters, query and body, validated against the operation's schemas. */
async function readRequest(operation: Operation, format: ResponseFormat, event: APIGatewayProxyEventV2) {
  const messages = format.messages?.(event);
  return {
    event,
    path: pathParameters(event),
    query: validatedQuery(operation.query?.(), event, messages),
    body:
      operation.body && operation.access !== 'ingest'
        ? validated(operation.body(), await jsonRequestBody(event, operation.maxBodyBytes), messages)
        : undefined,
  };
}

function pathParameters(event: APIGatewayProxyEventV2): Record<string, string> {
  const entries = Object.entries(event.pathParameters ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

/** Converts the response to API Gateway's format. */
function gatewayResponse({
  status,
  headers,
  cookies,
  body,
  html,
  bytes,
}: HttpResponse): APIGatewayProxyStructuredResultV2 {
  const sent = { statusCode: status, headers: { ...headers }, ...(cookies && { cookies: [...cookies] }) };
  if (html !== undefined) return { ...sent, body: html };
  if (bytes) return { ...sent, body: bytes.toString('base64'), isBase64Encoded: true };
  if (body === undefined) return sent;
  return {
    ...sent,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/**
 * Converts errors to problem documents, adds the request id, and logs one line that contains no user data.
 */
function problemsAndLog(
  operation: string,
  toGateway: (event: APIGatewayProxyEventV2, response: HttpResponse) => APIGatewayProxyStructuredResultV2,
  format: ResponseFormat,
  countPosts: CountPosts | undefined,
): Middleware {
  const addRequestId = (event: APIGatewayProxyEventV2, response: APIGatewayProxyStructuredResultV2): void => {
    response.headers = { ...response.headers, 'x-request-id': event.requestContext.requestId };
  };
  return {
    before: ({ internal }) => {
      internal.started = performance.now();
    },
    after: ({ event, response, context, internal }) => {
      if (!response) return;
      addRequestId(event, response);
      logRequest({
        operation,
        countPosts,
        event,
        context,
        status: response.statusCode,
        started: internal.started,
      });
    },
    onError: async (request) => {
      const { event, context, error, internal } = request;
      const problem = await format.problem(event, error);
      request.response = toGateway(event, problem);
      addRequestId(event, request.response);
      logRequest({
        operation,
        countPosts,
        event,
        context,
        status: problem.status,
        started: internal.started,
        error: error ?? undefined,
      });
    },
  };
}
