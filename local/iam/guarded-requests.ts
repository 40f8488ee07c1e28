/**
 * Judges every request of a function's AWS clients by the function's own role before it is sent, as IAM does. It runs
 * in the function's thread and looks at the requests of `node:http`, so that clients are used as they are.
 */
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { accessDenied } from './access-denied.ts';
import { awsCalls, type AwsService } from './aws-calls.ts';
import { allowedBy, denial, type PolicyStatement } from './policy.ts';
import type { PartitionKeys } from './dynamodb-calls.ts';

/** What a function may do, and what is needed to read its requests. */
export interface FunctionRole {
  /** The role's ARN, for messages. */
  readonly principal: string;
  readonly statements: readonly PolicyStatement[];
  /** Host and port of each emulator. */
  readonly hosts: Readonly<Record<string, AwsService>>;
  readonly partitionKeys: PartitionKeys;
}

/** Guards the requests of this thread's `http.request`; `onDenied` hears why one is refused. */
export function guardRequests(
  http: { request: unknown },
  role: FunctionRole,
  onDenied: (message: string) => void,
): void {
  const send = http.request as (...args: unknown[]) => ClientRequest;
  const guarded = (...args: unknown[]): ClientRequest => {
    const options = args[0] as RequestOptions;
    const request = send(...args);
    const service = role.hosts[`${String(options.hostname ?? options.host)}:${String(options.port)}`];
    if (service) guard(request, service, role, onDenied);
    return request;
  };
  http.request = guarded;
}

function guard(
  request: ClientRequest,
  service: AwsService,
  role: FunctionRole,
  onDenied: (message: string) => void,
): void {
  const judge = (body: string): boolean => {
    const target = request.getHeader('x-amz-target');
    const calls = awsCalls(
      service,
      { method: request.method, path: request.path, target: target?.toString(), body },
      role.partitionKeys,
    );
    const refused = calls.find((call) => allowedBy(role.statements, call) === undefined);
    if (!refused) return true;
    const message = denial(role.principal, refused);
    onDenied(message);
    deny(request, service, message);
    return false;
  };
  if (service === 's3') guardS3(request, role, judge);
  else guardJson(request, judge);
}

/** The body tells what is asked: it goes out whole, once it is judged. */
function guardJson(request: ClientRequest, judge: (body: string) => boolean): void {
  const end = request.end.bind(request) as (...args: unknown[]) => ClientRequest;
  request.end = ((...args: unknown[]): ClientRequest => {
    const [body] = args;
    const text = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString() : '';
    return judge(text) ? end(...args) : request;
  }) as ClientRequest['end'];
}

/** Of S3, method and path tell it, but for the deletion of several objects. Bodies are sent on as they come. */
function guardS3(request: ClientRequest, role: FunctionRole, judge: (body: string) => boolean): void {
  if (request.method === 'POST' && /[?&]delete(?:=|&|$)/.test(request.path)) {
    guardJson(request, judge);
    return;
  }
  let allowed: boolean | undefined;
  const judged = (): boolean => (allowed ??= judge(''));
  const write = request.write.bind(request) as (...args: unknown[]) => boolean;
  const end = request.end.bind(request) as (...args: unknown[]) => ClientRequest;
  request.write = ((...args: unknown[]): boolean => !judged() || write(...args)) as ClientRequest['write'];
  request.end = ((...args: unknown[]) => (judged() ? end(...args) : request)) as ClientRequest['end'];
  if (request.method === 'GET' || request.method === 'HEAD') hideMissingObjects(request, role);
}

/** Who may not list a bucket does not learn which objects it does not have: 403 in place of 404. */
function hideMissingObjects(request: ClientRequest, role: FunctionRole): void {
  const bucket = request.path.split(/[/?]/)[1] ?? '';
  const list = { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}`, context: {} };
  if (allowedBy(role.statements, list) !== undefined) return;
  const emit = request.emit.bind(request) as (event: string, ...args: unknown[]) => boolean;
  request.emit = ((event: string, ...args: unknown[]): boolean => {
    const [response] = args as [IncomingMessage | undefined];
    if (event !== 'response' || response?.statusCode !== 404) return emit(event, ...args);
    response.resume();
    return emit(event, accessDenied('s3', denial(role.principal, list)));
  }) as ClientRequest['emit'];
}

/** Answers in the service's place; the request itself is given up. */
function deny(request: ClientRequest, service: AwsService, message: string): void {
  setImmediate(() => {
    request.emit('response', accessDenied(service, message));
    request.on('error', () => undefined);
    request.destroy();
  });
}
