/** One HTTP operation, described as data in `operations.ts`. */
import type * as z from 'zod';
import type { ProblemSlug } from '../core/problem-slugs.ts';
import type { FollowedChange } from '../core/change-marker.ts';
import type { AuditTargetType } from '../core/audit-row.ts';
import type { Scope } from '../core/scope.ts';

/** Who may call an operation. An OAuth access token with the scope counts as a key. */
export type Access =
  /** Anybody. */
  | 'public'
  /** Anyone. A key or token is checked if sent. Scripts on any website may read the response. */
  | 'ingest'
  /** A key of either type. */
  | 'any-key'
  /** A management key of the account, or a session of the account or of one of its members. */
  | 'management'
  /** A management key of the account, or a link signed by the service. */
  | 'link'
  /** A key of either type or a session, with any scopes. */
  | 'caller'
  /** Only a management key, with any scopes. Access tokens and sessions aren't accepted. */
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

/** A response other than a problem document. */
export interface Success {
  readonly status: number;
  /** Schema of the JSON body. If both this and `media` are missing, there is no body. */
  readonly body?: () => z.ZodType;
  /** The body is one page of a list of these items. */
  readonly list?: true;
  /** When this response is sent. Used for operations with several responses. */
  readonly when?: string;
  /** Media types of a body other than JSON. */
  readonly media?: readonly string[];
  readonly headers?: readonly ResponseHeader[];
}

export interface AuditDeclaration {
  /** Type of the resource that the operation changes. */
  readonly target: AuditTargetType;
  /**
   * With `with-change`, the handler gets the row as `audit.rowOf(id)` and stores it in the same transaction
   * as the change. With `around`, a row for the attempt, with the path's `id` as its target, is written
   * before the handler runs; the result is added afterwards. Use `around` for changes that take more than one
   * write.
   */
  readonly written: 'with-change' | 'around';
}

export interface Operation {
  readonly name: string;
  /** Folder under `lambdas` that contains the handler, in a file named after the operation. */
  readonly folder: string;
  /** Group in the API description (`openapi/tags.ts`). */
  readonly tag: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path in the HTTP API, with parameters in braces. */
  readonly path: `/${string}`;
  /**
   * Additional paths of the same function, each with the properties that differ. They don't have separate
   * functions or rows in the lists of operations.
   */
  readonly alsoAt?: readonly (Pick<Operation, 'name' | 'path' | 'summary'> & Partial<Operation>)[];
  /**
   * Set if programs get different response bodies from forms that use the conventions of another backend.
   */
  readonly hasConventions?: true;
  /**
   * The function also handles every path below this one, passed as the parameter `below`, and decides which
   * of them exist.
   */
  readonly withPathsBelow?: true;
  readonly access: Access;
  /** Scope that a caller needs. Null if no key is required, or if any scope is sufficient. */
  readonly scope: Scope | null;
  /** One-line summary for the API description. */
  readonly summary: string;
  /** Details for the API description, in CommonMark. */
  readonly description?: string;
  /**
   * A JSON body that is parsed before the handler runs. If access is `ingest`, the handler parses it after
   * its own checks.
   */
  readonly body?: () => z.ZodType;
  /** Maximum size of the decompressed JSON body, in bytes. Defaults to 256 KiB. */
  readonly maxBodyBytes?: number;
  /** Schemas of the bodies that the handler parses itself, by media type. */
  readonly reads?: Readonly<Record<string, () => z.ZodType>>;
  /** Schema of an `application/x-www-form-urlencoded` body, which the handler parses. */
  readonly form?: () => z.ZodType;
  readonly optionalBody?: true;
  readonly query?: () => z.ZodType;
  readonly requestHeaders?: readonly RequestHeader[];
  readonly success?: Success;
  /** Required for any change with the scope `write` or `admin`. */
  readonly audit?: AuditDeclaration;
  /** The response contains no stored data, so the scope `read` isn't required to receive it. */
  readonly showsNothingStored?: true;
  /** Other responses that aren't problem documents. */
  readonly otherResponses?: readonly Success[];
  /** If set, browsers that navigate get pages instead of JSON. */
  readonly pages?: true;
  /**
   * The resource has a tag (`core/resource-tag.ts`). A read returns 304 if nothing has changed, and a change
   * with `If-Match` is refused if something has.
   */
  readonly versioned?: true;
  /**
   * Set for lists and statistics, which return 304 if nothing has changed. Names the changes that affect them
   * in addition to callers' changes, which affect all lists (`conditional/unchanged-list.ts`).
   */
  readonly follows?: readonly FollowedChange[];
  /**
   * Problems that can't be derived from the other properties (`lambdas/api/openapi/problem-responses.ts`).
   */
  readonly problems?: readonly ProblemSlug[];
}

const keyedAccesses = ['any-key', 'management', 'caller', 'management-key'] as const satisfies Access[];

/** An operation that needs a key, or a session if `allowsSession` permits one. */
export type KeyedOperation = Operation & { readonly access: (typeof keyedAccesses)[number] };

export function needsKey(operation: Operation): operation is KeyedOperation {
  return keyedAccesses.some((access) => access === operation.access);
}

/** Returns one operation for each of its paths. */
export function atEveryPath(operation: Operation): Operation[] {
  const { alsoAt = [], ...main } = operation;
  return [operation, ...alsoAt.map((other): Operation => ({ ...main, ...other }))];
}

/**
 * Returns true if a session is accepted instead of a key. A person's cookie never replaces a submission key,
 * so this is false for posts to forms.
 */
export const allowsSession = ({ access }: Pick<Operation, 'access'>): boolean =>
  access === 'management' || access === 'caller';

/** Returns true if the operation changes stored data and returns it, unless it is a post to a form. */
export function isChange({
  scope,
  method,
  showsNothingStored,
}: Pick<Operation, 'scope' | 'method' | 'showsNothingStored'>): boolean {
  return (scope === 'write' || scope === 'admin') && method !== 'GET' && showsNothingStored !== true;
}

/**
 * Returns true if the operation changes an account's data on behalf of its owner. These operations always
 * need an audit row.
 */
export function mustBeAudited({ scope, method }: Pick<Operation, 'scope' | 'method'>): boolean {
  return (scope === 'write' || scope === 'admin') && method !== 'GET';
}
