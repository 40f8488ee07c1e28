/**
 * The Lambda handler around every operation: it checks the caller and the input, turns what was thrown into a problem
 * document, and logs one line about each request.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod';
import { MethodNotAllowed, NotFound, Unauthorized } from '../core/errors.ts';
import { isLanguage } from '../i18n/catalogue.ts';
import { message } from '../i18n/message.ts';
import { auditorOf, type RequestAudit } from './audited.ts';
import { assertNotSuspended, authenticate, authenticateSession, type Caller } from './authenticate.ts';
import type { AccountStatus } from '../accounts/account-status-store.ts';
import { readIfGiven } from '../environment.ts';
import type { AuditLog } from '../audit/audit-log-store.ts';
import type { PrincipalStore } from '../auth/principal-store.ts';
import { sessionOfCookies } from '../people/sessions/session-cookie.ts';
import type { SessionPrincipalStore } from '../people/sessions/session-principal-store.ts';
import { clientsOfEdge, onlyThroughEdge, type Middleware } from './edge-requests.ts';
import { jsonRequestBody } from './body/request-body.ts';
import { allowsSession, isChange, needsKey, type KeyedOperation, type Operation } from './operation.ts';
import { methodsAt, methodsOf, takesMethod } from './methods.ts';
import type { HttpResponse, ResponseFormat } from './http-response.ts';
import { problemResponse } from './problem-document.ts';
import { validatedQuery } from './query.ts';
import { logRequest, logWith, type CountPosts } from './request-log.ts';
import { loggedPrincipals, loggedSessions, type LogSubject } from './log-subject.ts';
import { validated } from './validation.ts';
import { withoutStoredData } from './write-only-response.ts';

/** What an operation gets: the request, checked against the operation's description. */
export interface HttpRequest<Op extends Operation> {
  readonly event: APIGatewayProxyEventV2;
  /** Path parameters, percent-decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Parsed<Op['query']>;
  readonly body: Op['access'] extends 'ingest' ? undefined : Parsed<Op['body']>;
  readonly caller: Op['access'] extends KeyedOperation['access'] ? Caller : undefined;
  /** Its row in the audit log, where the handler stores that together with the change. */
  readonly audit: Op['audit'] extends { readonly written: 'with-change' } ? RequestAudit : undefined;
  /**
   * Adds work that runs beside the operation. The function waits for it before it responds, because it may be frozen
   * after that. A failure is logged and does not change the response.
   */
  readonly runInBackground: (task: Promise<void>) => void;
  /** Adds to the request's line in the log whom and what it is about. */
  readonly logWith: (subject: LogSubject) => void;
}
type Parsed<Schema> = Schema extends () => z.ZodType ? z.output<ReturnType<Schema>> : undefined;

export interface HttpHandlerConfig {
  readonly baseUrl: string;
  /** Needed by operations that ask for a key. */
  readonly principals?: PrincipalStore;
  /** Needed by operations that ask for a management key. */
  readonly accounts?: AccountStatus;
  /** Needed by operations that change something. */
  readonly auditLog?: AuditLog;
  /** Where it is given, operations that allow a session accept its cookie in place of a key. */
  readonly sessions?: SessionPrincipalStore;
  /** English and JSON when absent. */
  readonly format?: ResponseFormat;
  /** The operation answers whatever comes: its description says nothing of the request, so nothing is checked. */
  readonly anyRequest?: true;
  /** Where it is given, requests of the operation are counted, each under what this says of it. */
  readonly countPosts?: CountPosts;
}

/** What scripts of other websites may send and read on ingest. */
const INGEST_CORS = {
  origins: ['*'],
  // `*` is every header but Authorization (Fetch standard, "CORS-preflight fetch").
  headers: 'authorization, *',
  methods: 'POST, OPTIONS',
  exposeHeaders: 'x-request-id, retry-after',
};

/** Who calls; undefined where the operation asks for no key. */
type Authenticator = (
  event: APIGatewayProxyEventV2,
  runInBackground: (task: Promise<void>) => void,
) => Promise<Caller | undefined>;

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * Makes the Lambda handler of an operation. `respond` gets a checked request and returns a response or throws a
 * `ProblemError`. Every response has `x-request-id`; every error is a problem document.
 * @throws TypeError when the operation asks for a key and there is no store to look it up, or when it changes something
 * and has no row in the audit log
 */
export function httpHandler<Op extends Operation>(
  operation: Op,
  config: HttpHandlerConfig,
  respond: (request: HttpRequest<Op>) => Promise<HttpResponse> | HttpResponse,
) {
  const { format = englishJson(config.baseUrl) } = config;
  const callerOf = authenticator(operation, config);
  const auditor = auditorOf(operation, config.auditLog);
  const stack = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>();
  // Before anything keeps the event or looks at whom it is from.
  stack.use(clientsOfEdge(readIfGiven('EDGE_SECRETS') ?? []));
  // The gateway sets these headers too; here they are set behind any other front end as well.
  if (operation.access === 'ingest') stack.use(httpCors(INGEST_CORS));
  stack.use(problemsAndLog(operation.name, format, config.countPosts));
  if (readIfGiven('EDGE_ONLY') === true) stack.use(onlyThroughEdge);
  return stack.handler(async (event) => {
    const backgroundTasks: Promise<void>[] = [];
    const runInBackground = (task: Promise<void>): void => {
      const logged = task.catch((error: unknown) =>
        logger.warn('background task failed', { operation: operation.name, error }),
      );
      backgroundTasks.push(logged);
    };
    try {
      if (config.anyRequest !== true) {
        // A preflight, to which the gateway adds its CORS headers: a route of any method takes it too.
        if (event.requestContext.http.method === 'OPTIONS') return toGateway({ status: 204 }, {});
        assertRoute(operation, event);
      }
      const caller = await callerOf?.(event, runInBackground);
      const audit = caller && auditor?.(event, caller);
      const request = {
        ...(config.anyRequest === true ? { event } : await readRequest(operation, format, event)),
        caller,
        audit,
        runInBackground,
        logWith: (subject: LogSubject) => logWith(event, subject),
      };
      const answer = async (): Promise<HttpResponse> => respond(request as HttpRequest<Op>);
      const response = await (audit ? audit.run(answer) : answer());
      const mayRead = !caller || caller.scopes.includes('read') || !isChange(operation);
      return toGateway(mayRead ? response : withoutStoredData(response), format.headers(event));
    } finally {
      await Promise.all(backgroundTasks);
    }
  });
}

function englishJson(baseUrl: string): ResponseFormat {
  return { headers: () => ({}), problem: (_event, thrown) => problemResponse(thrown, baseUrl) };
}

function authenticator(
  operation: Operation,
  { principals, accounts, sessions, baseUrl }: HttpHandlerConfig,
): Authenticator | undefined {
  if (operation.access === 'link') return assertKeyOrSignature;
  if (!needsKey(operation)) return undefined;
  if (!principals || !accounts) throw new TypeError(`${operation.name} cannot check keys`);
  const { access, scope } = operation;
  const ownOrigin = new URL(baseUrl).origin;
  return async (event, runInBackground) => {
    // A client that sends a key or token means it: its cookies say nothing then.
    const cookie =
      event.headers['authorization'] === undefined && sessions && allowsSession(operation)
        ? sessionOfCookies(event.cookies, baseUrl)
        : undefined;
    if (sessions && cookie !== undefined) {
      const request = { cookie, method: event.requestContext.http.method, origin: event.headers['origin'] };
      const logged = loggedSessions(sessions, (subject) => logWith(event, subject));
      const { principal, session } = await authenticateSession(request, scope, logged, ownOrigin);
      runInBackground(sessions.touch(session));
      return principal;
    }
    const logged = loggedPrincipals(principals, (subject) => logWith(event, subject));
    const caller = await authenticate(event.headers['authorization'], scope, logged);
    runInBackground(principals.touchLastUsed(caller));
    // A post with any key checks the account beside its first read, so that it waits for no read more.
    if (access !== 'any-key') await assertNotSuspended(caller, accounts);
    return caller;
  };
}

/** Who has neither is asked for a key before the query is looked at; the operation checks which of them is good. */
function assertKeyOrSignature({
  headers,
  queryStringParameters,
}: APIGatewayProxyEventV2): Promise<undefined> {
  if (headers['authorization'] === undefined && queryStringParameters?.['signature'] === undefined)
    throw new Unauthorized(message('key-needed'));
  return Promise.resolve(undefined);
}

/**
 * What the gateway's routes leave open, whoever asks: a path with the locale of an unknown language does not exist, nor
 * does one below an ingest path, of which the route takes a trailing slash; and the route of a GET takes any method, at any path that fits it.
 * @throws NotFound, MethodNotAllowed
 */
function assertRoute(
  operation: Operation,
  { pathParameters = {}, rawPath, requestContext: { http } }: APIGatewayProxyEventV2,
): void {
  const { locale, rest = '' } = pathParameters;
  if ((locale !== undefined && !isLanguage(locale)) || rest !== '')
    throw new NotFound(message('nothing-at-this-path'));
  // Empty behind a front end that puts something before the path.
  const allow = methodsAt(rawPath);
  if (!takesMethod(operation, http.method) || (allow.length > 0 && !allow.includes(http.method)))
    throw new MethodNotAllowed(http.method, allow.length > 0 ? allow : methodsOf(operation.path));
}

/** Path, query and body, checked against the operation's schemas. */
async function readRequest(operation: Operation, format: ResponseFormat, event: APIGatewayProxyEventV2) {
  const issue = format.issue?.(event);
  return {
    event,
    path: pathParameters(event),
    query: validatedQuery(operation.query?.(), event, issue),
    body:
      operation.body && operation.access !== 'ingest'
        ? validated(operation.body(), await jsonRequestBody(event, operation.maxBodyBytes), issue)
        : undefined,
  };
}

function pathParameters(event: APIGatewayProxyEventV2): Record<string, string> {
  const entries = Object.entries(event.pathParameters ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

/** The response as the gateway wants it. */
function toGateway(
  { status, headers, cookies, body, html, bytes }: HttpResponse,
  common: Readonly<Record<string, string>>,
): APIGatewayProxyStructuredResultV2 {
  const sent = {
    statusCode: status,
    headers: { ...common, ...headers },
    ...(cookies && { cookies: [...cookies] }),
  };
  if (html !== undefined) return { ...sent, body: html };
  if (bytes) return { ...sent, body: bytes.toString('base64'), isBase64Encoded: true };
  if (body === undefined) return sent;
  return {
    ...sent,
    headers: { ...common, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Turns what was thrown into a problem, adds the request's id and logs one line without any content. */
function problemsAndLog(
  operation: string,
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
      request.response = toGateway(problem, format.headers(event));
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
