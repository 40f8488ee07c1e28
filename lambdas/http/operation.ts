/** One HTTP operation, described as data in `operations.ts`. */
import type * as z from 'zod';

/** Who may call an operation. */
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

/** An operation that nobody calls without a key. */
export type KeyedOperation = Operation & { readonly access: 'any-key' | 'management' };

export function needsKey(operation: Operation): operation is KeyedOperation {
  return operation.access === 'any-key' || operation.access === 'management';
}

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
  /** Checked before the operation is called; with access `ingest` the operation reads it after its own checks. */
  readonly body?: () => z.ZodType;
  readonly query?: () => z.ZodType;
  /** What a success answers: its status and the shape of its body, if it has one. */
  readonly success?: { readonly status: number; readonly body?: () => z.ZodType; readonly list?: true };
}
