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
  /** Anybody; a submission key is checked when one is sent. Scripts of any website may read the response. */
  | 'ingest'
  /** A key of either type. */
  | 'any-key'
  /** A management key of the account, or the session of one or of a member. */
  | 'management'
  /** A management key of the account, or a link that the service signed. */
  | 'link'
  /** A key of either type or a session, whatever its scopes. */
  | 'caller'
  /** A management key itself, whatever its scopes: no access token and no session. */
  | 'management-key'
  /** Whoever has the cookie of a session. */
  | 'session';

/** Request headers that operations read, beyond the key. */
export type RequestHeader = 'idempotency-key' | 'if-match' | 'if-none-match';

/** Headers of responses, beyond `x-request-id`, which all have. */
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

/** A response that is no problem document. */
export interface Success {
  readonly status: number;
  /** Shape of the JSON body. Without it and without `media` there is no body. */
  readonly body?: () => z.ZodType;
  /** The body is one page of a list of them. */
  readonly list?: true;
  /** When it comes; where an operation has several responses. */
  readonly when?: string;
  /** Media types of a body that is not JSON. */
  readonly media?: readonly string[];
  readonly headers?: readonly ResponseHeader[];
}

/** What an operation leaves in the audit log. */
export interface AuditDeclaration {
  /** What it changes. */
  readonly target: AuditTargetType;
  /**
   * `with-change`: the handler gets the row as `audit.rowOf(id)` and stores it in the transaction that makes the change.
   * `around`: the row is written before the handler runs, as an attempt at what the path names with `id`, and how it
   * ended after; for what takes more than one write.
   */
  readonly written: 'with-change' | 'around';
}

export interface Operation {
  readonly name: string;
  /** Folder under `lambdas` that holds its handler, in a file of its name. */
  readonly folder: string;
  /** Group under which the API's description shows it (`openapi/tags.ts`). */
  readonly tag: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As the HTTP API writes it: parameters in braces. */
  readonly path: `/${string}`;
  /**
   * Other paths of the same function, each described as an operation with what differs. They have no functions, and no rows
   * in the lists of operations, of their own.
   */
  readonly alsoAt?: readonly (Pick<Operation, 'name' | 'path' | 'summary'> & Partial<Operation>)[];
  /** Programs get other shapes from forms with the conventions of another backend. */
  readonly hasConventions?: true;
  /** Its function also gets every path below, as the parameter `below`; it says itself which of them exist. */
  readonly withPathsBelow?: true;
  readonly access: Access;
  /** What a caller must be allowed to do; null where nobody is asked for a key, or where any scope will do. */
  readonly scope: Scope | null;
  /** One line for people: what it does. */
  readonly summary: string;
  /** What else they should know; CommonMark. */
  readonly description?: string;
  /** A JSON body, parsed before the handler sees it; with access `ingest` the handler reads it after its own checks. */
  readonly body?: () => z.ZodType;
  /** Bytes of that JSON body at most, decompressed; 256 KiB when absent. */
  readonly maxBodyBytes?: number;
  /** Bodies that the handler reads itself, by media type. */
  readonly reads?: Readonly<Record<string, () => z.ZodType>>;
  /** A body of `application/x-www-form-urlencoded`, which the handler reads with this schema. */
  readonly form?: () => z.ZodType;
  /** The body may be left out. */
  readonly optionalBody?: true;
  readonly query?: () => z.ZodType;
  readonly requestHeaders?: readonly RequestHeader[];
  /** The response when all went well. */
  readonly success?: Success;
  /** Its row in the audit log; whatever changes something with the scope `write` or `admin` has one. */
  readonly audit?: AuditDeclaration;
  /** Its response holds nothing of what is stored, so that callers without the scope `read` get it too. */
  readonly showsNothingStored?: true;
  /** Other responses that are no problem documents. */
  readonly otherResponses?: readonly Success[];
  /** Browsers that navigate get pages in place of JSON. */
  readonly pages?: true;
  /**
   * Its resource has a tag (`core/resource-tag.ts`): a read is 304 while nothing has changed, a change with
   * `If-Match` is refused when something has.
   */
  readonly versioned?: true;
  /**
   * A list or statistics, which are 304 while nothing has changed: what changes them beside the changes that callers
   * make, which count for all (`conditional/unchanged-list.ts`).
   */
  readonly follows?: readonly FollowedChange[];
  /** Problems beyond those that follow from the rest (`openapi/problems.ts`). */
  readonly problems?: readonly ProblemSlug[];
}

const keyedAccesses = ['any-key', 'management', 'caller', 'management-key'] as const satisfies Access[];

/** An operation that needs a key, or a session in its place where `allowsSession`. */
export type KeyedOperation = Operation & { readonly access: (typeof keyedAccesses)[number] };

export function needsKey(operation: Operation): operation is KeyedOperation {
  return keyedAccesses.some((access) => access === operation.access);
}

/** The operation at its own path, and at each of its other paths. */
export function atEveryPath(operation: Operation): Operation[] {
  const { alsoAt = [], ...main } = operation;
  return [operation, ...alsoAt.map((other): Operation => ({ ...main, ...other }))];
}

/** Whether a session does as well as a key. Posts to forms never do: a person's cookie is no submission key. */
export const allowsSession = ({ access }: Pick<Operation, 'access'>): boolean =>
  access === 'management' || access === 'caller';

/** Whether it changes what is stored and shows it, and is not a post to a form. */
export function isChange({
  scope,
  method,
  showsNothingStored,
}: Pick<Operation, 'scope' | 'method' | 'showsNothingStored'>): boolean {
  return (scope === 'write' || scope === 'admin') && method !== 'GET' && showsNothingStored !== true;
}

/** Whether it changes something of an account on behalf of its owner, which is never without a row in the audit log. */
export function mustBeAudited({ scope, method }: Pick<Operation, 'scope' | 'method'>): boolean {
  return (scope === 'write' || scope === 'admin') && method !== 'GET';
}
