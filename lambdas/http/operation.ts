/** One HTTP operation, described as data in `operations.ts`. */
import type * as z from 'zod';
import type { ProblemSlug } from './problem-document.ts';

/** Who may call an operation. */
export type Access =
  /** Anybody. */
  | 'public'
  /** Anybody, and a submission key when one is sent; answers may be read by any web page. */
  | 'ingest'
  /** A management key of the account. */
  | 'management';

/** Request headers that operations read, beyond the key. */
export type RequestHeader = 'idempotency-key' | 'if-none-match';

/** Headers of answers, beyond those that all answers have and those that belong to a problem. */
export type ResponseHeader = 'cache-control' | 'etag' | 'location' | 'vary';

/** An answer that is no problem document. */
export interface Success {
  readonly status: number;
  /** Shape of the JSON body. Without it and without `media` there is no body. */
  readonly body?: () => z.ZodType;
  /** The body is one page of a list of them. */
  readonly list?: true;
  /** When it comes; where an operation has several answers. */
  readonly when?: string;
  /** Media types of a body that is not JSON. */
  readonly media?: readonly string[];
  readonly headers?: readonly ResponseHeader[];
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
  /** What else they should know; CommonMark. */
  readonly description?: string;
  /** A JSON body, checked before the handler sees it. */
  readonly body?: () => z.ZodType;
  /** Bodies that the handler reads itself, by media type. */
  readonly reads?: Readonly<Record<string, () => z.ZodType>>;
  readonly query?: () => z.ZodType;
  readonly requestHeaders?: readonly RequestHeader[];
  /** What a success answers. */
  readonly success?: Success;
  /** Other answers that are no problems, or none in the form of a problem document. */
  readonly otherAnswers?: readonly Success[];
  /** Browsers that navigate get pages in place of JSON. */
  readonly pages?: true;
  /** Problems beyond those that follow from the rest (`openapi/problems.ts`). */
  readonly problems?: readonly ProblemSlug[];
}
