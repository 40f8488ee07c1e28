/**
 * Checks each of a function's AWS requests against the function's own role before it is sent, as IAM does.
 * Runs in the function's thread and intercepts `node:http`, so that SDK clients don't need to be changed.
 */
import { ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { storeFault } from '../dynamodb/store-faults.ts';
import { accessDenied, type FakeResponse } from './access-denied.ts';
import { awsCalls, type AwsService } from './aws-calls.ts';
import type { TableKeys } from './dynamodb-calls.ts';
import { denial, permissionFor, type AwsCall, type Judged, type PolicyStatement } from './policy.ts';

/** A function's permissions, and the data needed to interpret its requests. */
export interface FunctionRole extends Judged {
  /** The role and function, as shown in error messages. */
  readonly principal: string;
  /** The function's logical id, used in reports. */
  readonly functionId: string;
  /** Maps each emulator's host and port to the emulated service. */
  readonly hosts: Readonly<Record<string, AwsService>>;
  readonly tableKeys: TableKeys;
  /** Folder for recording used permissions. If undefined, nothing is recorded. */
  readonly usageFolder?: string | undefined;
  /** Fraction of DynamoDB requests that fail with a simulated error, from 0 to 1. If undefined, none fail. */
  readonly storeFaults?: number | undefined;
}

/** Callbacks for requests that the role's policies deny and calls that they allow. */
export interface Listeners {
  readonly onDenied: (message: string) => void;
  readonly onUsed?: (role: FunctionRole, statement: PolicyStatement, call: AwsCall) => void;
}

/** The service, role and listeners used to check a request. */
interface Guard {
  readonly service: AwsService;
  readonly role: FunctionRole;
  readonly listeners: Listeners;
}
const GUARD = Symbol('guard');
type GuardedRequest = ClientRequest & { [GUARD]?: Guard };

/** Treats all requests as encrypted. On AWS, functions use TLS, but the emulators don't support it. */
const TLS = { 'aws:SecureTransport': 'true' };

/** Returns the call with a context that is computed only once, and only if a condition needs it. */
function overTls(call: AwsCall): AwsCall {
  let context: AwsCall['context'] | undefined;
  return {
    action: call.action,
    resource: call.resource,
    get context() {
      return (context ??= { ...TLS, ...call.context });
    },
  };
}

/**
 * Checks requests that this thread sends with `http.request`.
 * @param roleOfCaller returns the caller's role, or undefined to skip the check
 * @returns a function that stops the checks
 */
export function guardRequests(
  http: { request: unknown },
  roleOfCaller: () => FunctionRole | undefined,
  listeners: Listeners,
): () => void {
  const { request: original } = http;
  const send = original as (...args: unknown[]) => ClientRequest;
  http.request = (...args: unknown[]): ClientRequest => {
    const options = args[0] as RequestOptions;
    const request = send(...args);
    const role = roleOfCaller();
    const service = role?.hosts[`${String(options.hostname ?? options.host)}:${String(options.port)}`];
    if (role && service) guard(request, { service, role, listeners });
    return request;
  };
  return () => {
    http.request = original;
  };
}

function guard(request: GuardedRequest, by: Guard): void {
  if (by.service === 's3') guardS3(request, by);
  else request[GUARD] = by;
}

/** Returns true if the request may be sent. Otherwise, responds to the request with the error. */
function judge(request: ClientRequest, body: string, { service, role, listeners }: Guard): boolean {
  const target = request.getHeader('x-amz-target');
  const calls = awsCalls(
    service,
    { method: request.method, path: request.path, target: target?.toString(), body },
    role.tableKeys,
  );
  for (const each of calls) {
    const call = overTls(each);
    const permission = permissionFor(role, call);
    if (permission === undefined) {
      const message = denial(role.principal, call);
      listeners.onDenied(message);
      respondWith(request, accessDenied(service, message));
      return false;
    }
    const statement = role.statements[permission.statement ?? -1];
    if (statement) listeners.onUsed?.(role, statement, call);
  }
  const { storeFaults: share } = role;
  if (service !== 'dynamodb' || share === undefined) return true;
  const operation = target?.toString().split('.').at(-1) ?? '';
  const fault = storeFault(operation, body, { share, random: Math.random });
  if (fault) respondWith(request, fault);
  return fault === undefined;
}

/**
 * Holds each request until its body has been checked, because the body identifies the operation. Then sends
 * the whole request. Replaces `end` on the prototype, because replacing it on each request would keep the
 * request and its response in memory until the next full garbage collection.
 */
function judgeBodies(): void {
  const { end } = ClientRequest.prototype as { end: (...args: unknown[]) => ClientRequest };
  ClientRequest.prototype.end = function (this: GuardedRequest, ...args: unknown[]): ClientRequest {
    const by = this[GUARD];
    if (!by) return end.apply(this, args);
    const body = textOf(args[0]);
    // Pass the body as text, because Node then sends it together with the headers in a single write.
    return judge(this, body, by) ? end.call(this, body) : this;
  } as ClientRequest['end'];
}
judgeBodies();

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.length).toString() : '';
}

/**
 * Checks an S3 request, which has a streamed body. The method and path identify the operation, except when
 * several objects are deleted.
 */
function guardS3(request: GuardedRequest, by: Guard): void {
  if (request.method === 'POST' && /[?&]delete(?:=|&|$)/.test(request.path)) {
    request[GUARD] = by;
    return;
  }
  let allowed: boolean | undefined;
  const judged = (): boolean => (allowed ??= judge(request, '', by));
  const write = request.write.bind(request) as (...args: unknown[]) => boolean;
  const end = request.end.bind(request) as (...args: unknown[]) => ClientRequest;
  request.write = ((...args: unknown[]): boolean => !judged() || write(...args)) as ClientRequest['write'];
  request.end = ((...args: unknown[]) => (judged() ? end(...args) : request)) as ClientRequest['end'];
  if (request.method === 'GET' || request.method === 'HEAD') hideMissingObjects(request, by.role);
}

/**
 * Replaces 404 with 403 for callers without permission to list the bucket, so that they can't find out which
 * objects exist.
 */
function hideMissingObjects(request: ClientRequest, role: FunctionRole): void {
  const bucket = request.path.split(/[/?]/)[1] ?? '';
  const list = { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}`, context: TLS };
  if (permissionFor(role, list) !== undefined) return;
  const emit = request.emit.bind(request) as (event: string, ...args: unknown[]) => boolean;
  request.emit = ((event: string, ...args: unknown[]): boolean => {
    const [response] = args as [IncomingMessage | undefined];
    if (event !== 'response' || response?.statusCode !== 404) return emit(event, ...args);
    response.resume();
    return emit(event, accessDenied('s3', denial(role.principal, list)));
  }) as ClientRequest['emit'];
}

/** Emits this response on the client's request and drops the request. */
function respondWith(request: ClientRequest, response: FakeResponse): void {
  setImmediate(() => {
    request.emit('response', response);
    request.on('error', () => undefined);
    request.destroy();
  });
}
