/**
 * Checks every AWS request of a function against the function's own role before it is sent, like IAM does.
 * Runs in the function's thread and intercepts `node:http`, so SDK clients need no changes.
 */
import { ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { storeFault } from '../dynamodb/store-faults.ts';
import { accessDenied, type FakeResponse } from './access-denied.ts';
import { awsCalls, type AwsService } from './aws-calls.ts';
import type { TableKeys } from './dynamodb-calls.ts';
import { denial, permissionFor, type AwsCall, type Judged, type PolicyStatement } from './policy.ts';

/** A function's permissions, and the information needed to interpret its requests. */
export interface FunctionRole extends Judged {
  /** The role and its function, as shown in messages. */
  readonly principal: string;
  /** The function's logical id, used in reports. */
  readonly functionId: string;
  /** The emulated service at each host and port. */
  readonly hosts: Readonly<Record<string, AwsService>>;
  readonly tableKeys: TableKeys;
  /** Where to record the permissions that were used. If undefined, nothing is recorded. */
  readonly usageFolder?: string | undefined;
  /** Share of DynamoDB requests that fail as they might on AWS, from 0 to 1. No failures if undefined. */
  readonly storeFaults?: number | undefined;
}

/** Callbacks for requests that the role's policies deny and calls that they allow. */
export interface Listeners {
  readonly onDenied: (message: string) => void;
  readonly onUsed?: (role: FunctionRole, statement: PolicyStatement, call: AwsCall) => void;
}

/** The information that a request is checked against. */
interface Guard {
  readonly service: AwsService;
  readonly role: FunctionRole;
  readonly listeners: Listeners;
}
const GUARD = Symbol('guard');
type GuardedRequest = ClientRequest & { [GUARD]?: Guard };

/** Functions use TLS for AWS requests, but the emulators have none. */
const TLS = { 'aws:SecureTransport': 'true' };

/** A call's context is only computed if a condition needs it. */
const overTls = (call: AwsCall): AwsCall => ({
  action: call.action,
  resource: call.resource,
  get context() {
    return { ...TLS, ...call.context };
  },
});

/**
 * Checks requests that this thread sends with `http.request`.
 * @param roleOfCaller returns the caller's role, or undefined if the request isn't checked
 * @returns a function that ends the checks
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

/** Checks a request against its role. If it's denied, responds to it. */
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
 * The body contains the operation, so it is held until it has been checked and is then sent whole. The
 * function is on the prototype: if each request had its own, it would keep the request and its response in
 * memory until the next full garbage collection.
 */
function judgeBodies(): void {
  const { end } = ClientRequest.prototype as { end: (...args: unknown[]) => ClientRequest };
  ClientRequest.prototype.end = function (this: GuardedRequest, ...args: unknown[]): ClientRequest {
    const by = this[GUARD];
    return by && !judge(this, textOf(args[0]), by) ? this : end.apply(this, args);
  } as ClientRequest['end'];
}
judgeBodies();

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.length).toString() : '';
}

/**
 * In S3 requests, the method and path show the operation, except when several objects are deleted. Bodies are
 * streamed.
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
 * Callers without permission to list a bucket must not learn which objects exist, so they get a 403 instead
 * of a 404.
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

/** Gives the client this response instead of the service's, and drops the request. */
function respondWith(request: ClientRequest, response: FakeResponse): void {
  setImmediate(() => {
    request.emit('response', response);
    request.on('error', () => undefined);
    request.destroy();
  });
}
