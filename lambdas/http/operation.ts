/** Defines the type of an HTTP operation. `operations.ts` lists all operations. */
import type * as z from 'zod';
import type { ProblemSlug } from '../core/errors/problem-slugs.ts';
import type { FollowedChange } from '../core/counters/change-marker.ts';
import type { AuditTargetType } from '../core/audit-row.ts';
import type { Scope } from '../core/scope.ts';

/**
 * Who is allowed to call an operation. An OAuth access token that has the operation's scope is treated like a
 * key.
 */
export type Access =
  /** Anyone. */
  | 'public'
  /**
   * Anyone can call the operation. If a key or token is sent, it is checked. Scripts on any website may read
   * the response.
   */
  | 'ingest'
  /** A submission key or a management key. */
  | 'any-key'
  /** One of the account's management keys, or a session of the account or one of its members. */
  | 'management'
  /** One of the account's management keys, or a link signed by the service. */
  | 'link'
  /** A submission key, a management key or a session, with any scopes. */
  | 'caller'
  /** Management keys only, regardless of scope. Access tokens and sessions aren't accepted. */
  | 'management-key'
  /**
   * A management key, or an access token that is bound to the MCP endpoint, with any scopes. Submission keys and
   * sessions aren't accepted.
   */
  | 'agent'
  /** Any caller with a session cookie. */
  | 'session';

/** Request headers that operations read in addition to the API key. */
export type RequestHeader = 'idempotency-key' | 'if-match' | 'if-none-match';

/** Response headers that operations send in addition to `x-request-id`. */
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
  | 'link'
  | 'location'
  | 'permissions-policy'
  | 'pragma'
  | 'referrer-policy'
  | 'retry-after'
  | 'set-cookie'
  | 'strict-transport-security'
  | 'vary'
  | 'www-authenticate'
  | 'x-content-type-options'
  | 'x-robots-tag';

/** A response other than a problem document. */
export interface Success {
  readonly status: number;
  /** Schema of the JSON body. If this schema and `media` are missing, the response has no body. */
  readonly body?: () => z.ZodType;
  /** If set, the body is one page of a list of items with this schema. */
  readonly list?: true;
  /** Explains when this response is sent. Used for operations with several responses. */
  readonly when?: string;
  /** Media types of a non-JSON body. */
  readonly media?: readonly string[];
  readonly headers?: readonly ResponseHeader[];
}

export interface AuditDeclaration {
  /** Type of the resource that the operation changes. */
  readonly target: AuditTargetType;
  /**
   * With `with-change`, the handler gets the audit log row from `audit.rowOf(id)` and stores it in the
   * transaction that makes the change. With `around`, the handler runs the change in `audit.around(id, …)`,
   * which stores the row before the change and adds the result afterwards. Use `around` for changes that take
   * more than one transaction.
   */
  readonly written: 'with-change' | 'around';
}

export interface Operation {
  readonly name: string;
  /** Folder under `lambdas` that contains the handler. The handler's file is named after the operation. */
  readonly folder: string;
  /** Group in the API description (`openapi/tags.ts`). */
  readonly tag: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path in the HTTP API, with parameters in braces. */
  readonly path: `/${string}`;
  /**
   * Additional paths and methods that the same function handles, each with the properties that differ. They
   * aren't listed as separate operations, and the handler parses their bodies itself.
   */
  readonly alsoAt?: readonly (Pick<Operation, 'name' | 'path' | 'summary'> & Partial<Operation>)[];
  /** Set if programs get a different response body when a form uses another backend's conventions. */
  readonly hasConventions?: true;
  /**
   * If set, the function also handles every path below this path and decides which of them exist. The rest of
   * the path is passed as the `below` parameter.
   */
  readonly withPathsBelow?: boolean;
  /** If set, the path's `id` can be the form's id or its slug. */
  readonly takesSlug?: true;
  readonly access: Access;
  /** Scope that a caller needs. Null if the operation needs no key or accepts any scope. */
  readonly scope: Scope | null;
  /**
   * Set if viewers can call the operation even though they only have the `read` scope. The handler then
   * checks that they only change their own read state.
   */
  readonly alsoViewers?: true;
  /** Set if the operation can change where submissions are sent. Callers then also need the `read` scope. */
  readonly sendsSubmissions?: true;
  /** One-line summary for the API description. */
  readonly summary: string;
  /** Details for the API description, in CommonMark. */
  readonly description?: string;
  /**
   * Schema of a JSON body, which is parsed before the handler runs. If access is `ingest`, the handler parses
   * the body after its own checks.
   */
  readonly body?: () => z.ZodType;
  /** Maximum size of the decompressed JSON body, in bytes. Defaults to 256 KiB. */
  readonly maxBodyBytes?: number;
  /** Schemas of the bodies that the handler parses itself, keyed by media type. */
  readonly reads?: Readonly<Record<string, () => z.ZodType>>;
  /** Schema of an `application/x-www-form-urlencoded` body, which the handler parses. */
  readonly form?: () => z.ZodType;
  readonly optionalBody?: true;
  readonly query?: () => z.ZodType;
  readonly requestHeaders?: readonly RequestHeader[];
  readonly success?: Success;
  /** Required for changes with the `write` or `admin` scope. */
  readonly audit?: AuditDeclaration;
  /** If set, the response contains no stored data, so callers can receive it without the `read` scope. */
  readonly showsNothingStored?: true;
  /** Additional responses that aren't problem documents. */
  readonly otherResponses?: readonly Success[];
  /** If set, navigating browsers get pages instead of JSON. */
  readonly pages?: boolean;
  /** Set if the response contains a secret, a session or an export, which caches must not store. */
  readonly neverStored?: true;
  /** If set, an invalid query gets an OAuth error or a page, not a problem document. */
  readonly hasOauthErrors?: true;
  /** If set, the response has no CORS headers, so scripts on other websites can't read it. */
  readonly sameOriginOnly?: true;
  /**
   * Set if the resource has an ETag (`core/web/resource-tag.ts`). Reads return 304 if the resource hasn't
   * changed, and changes with `If-Match` are rejected if it has.
   */
  readonly versioned?: true;
  /**
   * Set for lists and statistics that return 304 if nothing has changed. Contains the types of changes that
   * affect the response, except changes by callers, which affect all lists (`conditional/unchanged-list.ts`).
   */
  readonly follows?: readonly (FollowedChange | 'posts')[];
  /**
   * Returns true if the query's ETag is computed from the response, because the change markers don't cover
   * all of the response's data.
   */
  readonly hasResponseTag?: (query: unknown) => boolean;
  /**
   * Problem types that can't be derived from the other properties
   * (`lambdas/api/openapi/problem-responses.ts`).
   */
  readonly problems?: readonly ProblemSlug[];
}

const keyedAccesses = [
  'any-key',
  'management',
  'caller',
  'management-key',
  'agent',
] as const satisfies Access[];

/** An operation that needs a key, or a session if `allowsSession` returns true for the operation. */
export type KeyedOperation = Operation & { readonly access: (typeof keyedAccesses)[number] };

export function needsKey(operation: Operation): operation is KeyedOperation {
  return keyedAccesses.some((access) => access === operation.access);
}

/**
 * Returns true if callers may cache a response and revalidate it. Shared caches must not reuse the response.
 */
export const isRevalidated = ({ access, neverStored }: Pick<Operation, 'access' | 'neverStored'>): boolean =>
  access !== 'public' && access !== 'ingest' && neverStored !== true;

/** Returns a copy of the operation for each of its paths. */
export function atEveryPath(operation: Operation): Operation[] {
  const { alsoAt = [], ...main } = operation;
  return [operation, ...alsoAt.map((other): Operation => ({ ...main, ...other }))];
}

/**
 * Returns true if the operation accepts a session instead of a key. A user's session cookie never replaces a
 * submission key, so this is false for form submissions.
 */
export const allowsSession = ({ access }: Pick<Operation, 'access'>): boolean =>
  access === 'management' || access === 'caller';

/**
 * Returns true for changes that respond with stored data and that callers without the `read` scope can make.
 * Returns false for form submissions.
 */
export function isChange({
  scope,
  method,
  sendsSubmissions,
  showsNothingStored,
}: Pick<Operation, 'scope' | 'method' | 'sendsSubmissions' | 'showsNothingStored'>): boolean {
  if (sendsSubmissions || showsNothingStored) return false;
  return (scope === 'write' || scope === 'admin') && method !== 'GET';
}

/**
 * Returns true if the operation changes an account's data for its owner. These operations always need an
 * audit log row.
 */
export function mustBeAudited({ scope, method }: Pick<Operation, 'scope' | 'method'>): boolean {
  return (scope === 'write' || scope === 'admin') && method !== 'GET';
}
