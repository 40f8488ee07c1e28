/**
 * Runs an operation for another function, without HTTP. The other function has already authenticated the
 * caller.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Caller } from '../core/caller.ts';
import { Forbidden } from '../core/errors/errors.ts';
import { message } from '../core/errors/message.ts';
import type { Scope } from '../core/scope.ts';
import type { AuditOfRequest, HttpRequest } from './http-handler.ts';
import type { HttpResponse } from './http-response.ts';
import type { LogSubject } from './log-subject.ts';
import { isChange, type Operation } from './operation.ts';
import { validatedQuery } from './query.ts';
import { validated } from './validation.ts';
import { withoutStoredData } from './write-only-response.ts';

/** The request that the operation is part of, and the agent's tool that runs it. */
export interface CallingRequest {
  readonly event: APIGatewayProxyEventV2;
  readonly caller: Caller;
  readonly tool: string;
  readonly runInBackground: (task: Promise<void>) => void;
  readonly logWith: (subject: LogSubject) => void;
}

/** An operation's input, which is validated like the input of an HTTP request. */
export interface OperationInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Runs the operation and returns its response.
 * @throws ProblemError when the operation rejects the call, or the caller lacks the required scope
 */
export type CallOperation = (from: CallingRequest, input: OperationInput) => Promise<HttpResponse>;

/** Returns the function that runs this operation for other functions. */
export function operationCall<Op extends Operation>(
  operation: Op,
  auditOf: AuditOfRequest | undefined,
  respond: (request: HttpRequest<Op>) => Promise<HttpResponse> | HttpResponse,
): CallOperation {
  const { scope, sendsSubmissions, query: querySchema, body: bodySchema }: Operation = operation;
  const needed: readonly (Scope | null)[] = sendsSubmissions ? [scope, 'read'] : [scope];
  return async ({ event, caller, tool, ...rest }, { path = {}, query = {}, body }) => {
    const missing = needed.find((each) => each !== null && !caller.scopes.includes(each));
    if (missing) throw new Forbidden(message('key-scope-needed', { scope: missing }));
    const request = {
      ...rest,
      // Remove the headers (such as If-None-Match) and the body, because they belong to the other function's
      // request.
      event: { ...event, headers: {}, cookies: [], body: '', pathParameters: { ...path } },
      path,
      query: validatedQuery(querySchema?.(), { queryStringParameters: { ...query } }),
      body: bodySchema && validated(bodySchema(), body),
      caller,
      audit: auditOf?.(event, caller, tool),
    };
    const response = await respond(request as unknown as HttpRequest<Op>);
    const mayRead = caller.scopes.includes('read') || !isChange(operation);
    return mayRead ? response : withoutStoredData(response);
  };
}
