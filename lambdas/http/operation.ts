/** One HTTP operation, described as data in `operations.ts`. */
import type * as z from 'zod';
import type { Scope } from '../domain/scope.ts';

/** Who may call an operation. An OAuth access token is as good as its key where it has the scope. */
export type Access =
  /** Anybody. */
  | 'public'
  /** Anybody, and a submission key when one is sent; answers may be read by any web page. */
  | 'ingest'
  /** A key of either type. */
  | 'any-key'
  /** A management key of the account. */
  | 'management'
  /** A management key of the account, or a link that the service signed. */
  | 'link';

export interface Operation {
  readonly name: string;
  /** Folder under `lambdas` that holds its handler, in a file of its name. */
  readonly folder: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As the HTTP API writes it: parameters in braces. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** One line for people: what it does. */
  readonly summary: string;
  /** A JSON body, parsed before the handler sees it; with access `ingest` the handler reads it after its own checks. */
  readonly body?: () => z.ZodType;
  /** A body of `application/x-www-form-urlencoded`, which the handler reads with this schema. */
  readonly form?: () => z.ZodType;
  readonly query?: () => z.ZodType;
  /** What a success answers: its status and, unless it has none, the shape of its body. */
  readonly success?: { readonly status: number; readonly body?: () => z.ZodType; readonly list?: true };
}

/** An operation that nobody calls without a key. */
export type KeyedOperation = Operation & { readonly access: 'any-key' | 'management' };

export function needsKey(operation: Operation): operation is KeyedOperation {
  return operation.access === 'any-key' || operation.access === 'management';
}

/** What a caller must be allowed to do. A submission key has `ingest` only, a management key all scopes. */
export function scopeOf({ access, method }: KeyedOperation): Scope {
  if (access === 'any-key') return 'ingest';
  return method === 'GET' ? 'read' : 'write';
}
