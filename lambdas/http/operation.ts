/** One HTTP operation, described as data in `operations.ts`. */
import type * as z from 'zod';
import type { ProblemSlug } from '../core/problem-slugs.ts';
import type { FollowedChange } from '../core/change-marker.ts';
import type { AuditTargetType } from '../core/audit-row.ts';
import type { Scope } from '../core/scope.ts';

/** Who may call an operation. An OAuth access token with the scope counts as its key. */
export type Access =
  /** Anybody. */
  | 'public'
  /** Anyone. A submission key is checked if sent. Scripts of any website may read the response. */
  | 'ingest'
  /** A key of either type. */
  | 'any-key'
  /** A management key of the account, or a session of the account or of a member. */
  | 'management'
  /** A management key of the account, or a link that the service signed. */
  | 'link'
  /** A key of either type or a session, with any scopes. */
  | 'caller'
  /** A management key itself, with any scopes. Access tokens and sessions aren't accepted. */
  | 'management-key'
  /** Anyone with a session cookie. */
  | 'session';

/** Request headers that operations read in addition to the key. */
export type RequestHeader = 'idempotency-key' | 'if-match' | 'if-none-match';

/** Response headers in addition to `x-request-id`, which every response has. */
export type ResponseHeader =
  | 'accept-encoding'
  | 'allow'
  | 'cache-control'
  | 'content-disposition'
  | 'content-language'
  | 'content-location'
  | 'content-security-policy'
  | 'cross-origin-opener-policy'
  | 'etag'
  | 'location'
  | 'permissions-policy'
  | 'pragma'
  | 'referrer-policy'
  | 'retry-after'
  | 'set-cookie'
  | 'vary'
  | 'www-authenticate'
  | 'x-content-type-options';

/** A response that is not a problem document. */
export interface Success {
  readonly status: number;
  /** Schema of the JSON body. Without it and without `media`, there is no body. */
  readonly body?: () => z.ZodType;
  /** The body is one page of a list of these. */
  readonly list?: true;
  /** When this response is sent. Used where an operation has several responses. */
  readonly when?: string;
  /** Media types of a body that is not JSON. */
  readonly media?: readonly string[];
  readonly headers?: readonly ResponseHeader[];
}

/** What an operation writes to the audit log. */
export interface AuditDeclaration {
  /** The kind of thing it changes. */
  readonly target: AuditTargetType;
  /**
   * With `with-change`, the handler gets the row as `audit.rowOf(id)` and stores it in the transaction that
   * makes the change. With `around`, the row is written before the handler runs, as an attempt on what `id`
   * in the path names, and the result is added afterwards. Use it for changes that take more than one write.
   */
  readonly written: 'with-change' | 'around';
}

export interface Operation {
  readonly name: string;
  /** Folder under `lambdas` with its handler, in a file of the operation's name. */
  readonly folder: string;
  /** Group in the API description (`openapi/tags.ts`). */
  readonly tag: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path as in the HTTP API, with parameters in braces. */
  readonly path: `/${string}`;
  /**
   * Other paths of the same function, each described as an operation with what differs. They have no
   * functions of their own and no separate rows in the lists of operations.
   */
  readonly alsoAt?: readonly (Pick<Operation, 'name' | 'path' | 'summary'> & Partial<Operation>)[];
  /** Programs get different response bodies from forms that use the conventions of another backend. */
  readonly hasConventions?: true;
  /**
   * The function also handles every path below this one, as the parameter `below`, and decides which of them
   * exist.
   */
  readonly withPathsBelow?: true;
  readonly access: Access;
  /** Scope that a caller needs; null if no key is required, or if any scope will do. */
  readonly scope: Scope | null;
  /** One-line summary for readers of the API description. */
  readonly summary: string;
  /** Details for readers of the API description, in CommonMark. */
  readonly description?: string;
  /**
   * A JSON body that is parsed before the handler runs. With access `ingest`, the handler reads it after its
   * own checks.
   */
  readonly body?: () => z.ZodType;
  /** Maximum size of the JSON body in bytes, decompressed. Defaults to 256 KiB. */
  readonly maxBodyBytes?: number;
  /** Bodies that the handler reads itself, by media type. */
  readonly reads?: Readonly<Record<string, () => z.ZodType>>;
  /** A body of type `application/x-www-form-urlencoded`, which the handler reads with this schema. */
  readonly form?: () => z.ZodType;
  /** The body is optional. */
  readonly optionalBody?: true;
  readonly query?: () => z.ZodType;
  readonly requestHeaders?: readonly RequestHeader[];
  /** The response on success. */
  readonly success?: Success;
  /** The audit row. Required for any change with the scope `write` or `admin`. */
  readonly audit?: AuditDeclaration;
  /** The response contains no stored data, so callers without the scope `read` get it too. */
  readonly showsNothingStored?: true;
  /** Other responses that are not problem documents. */
  readonly otherResponses?: readonly Success[];
  /** Browsers that navigate get pages instead of JSON. */
  readonly pages?: true;
  /**
   * The resource has a tag (`core/resource-tag.ts`): a read returns 304 if nothing has changed, and a change
   * with `If-Match` is refused if something has.
   */
  readonly versioned?: true;
  /**
   * Set for lists and statistics, which return 304 if nothing has changed: the changes they follow in
   * addition to those made by callers, which all of them follow (`conditional/unchanged-list.ts`).
   */
  readonly follows?: readonly FollowedChange[];
  /** Problems in addition to those derived from the rest (`lambdas/api/openapi/problem-responses.ts`). */
  readonly problems?: readonly ProblemSlug[];
}

const keyedAccesses = ['any-key', 'management', 'caller', 'management-key'] as const satisfies Access[];

/** An operation that needs a key, or a session instead where `allowsSession`. */
export type KeyedOperation = Operation & { readonly access: (typeof keyedAccesses)[number] };

export function needsKey(operation: Operation): operation is KeyedOperation {
  return keyedAccesses.some((access) => access === operation.access);
}

/** Returns the operation at its own path and at each of its other paths. */
export function atEveryPath(operation: Operation): Operation[] {
  const { alsoAt = [], ...main } = operation;
  return [operation, ...alsoAt.map((other): Operation => ({ ...main, ...other }))];
}

/**
 * Whether a session is accepted instead of a key. Never for posts to forms: a person's cookie is not a
 * submission key.
 */
export const allowsSession = ({ access }: Pick<Operation, 'access'>): boolean =>
  access === 'management' || access === 'caller';

/** Whether it changes stored data and returns it, and is not a post to a form. */
export function isChange({
  scope,
  method,
  showsNothingStored,
}: Pick<Operation, 'scope' | 'method' | 'showsNothingStored'>): boolean {
  return (scope === 'write' || scope === 'admin') && method !== 'GET' && showsNothingStored !== true;
}

/** Whether it changes an account's data on behalf of its owner, which always requires an audit row. */
export function mustBeAudited({ scope, method }: Pick<Operation, 'scope' | 'method'>): boolean {
  return (scope === 'write' || scope === 'admin') && method !== 'GET';
}
