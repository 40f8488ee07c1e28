/** Describes the error responses of operations: problem documents and pages. */
import type { ProblemSlug } from '../../core/problem-slugs.ts';
import { en } from '../../i18n/en.ts';
import type { Operation } from '../../http/operation.ts';
import { componentRef } from './component-reference.ts';
import { problemStatuses } from '../../http/problem-document.ts';
import { headerObjects, headersOfAll, isTranslated, type ResponseHeaders } from './header-objects.ts';
import { headersOfProblem, problemContent, problemName, problemsOf } from './problem-contents.ts';
import type { Response } from './openapi-types.ts';

/** A response that several operations share, with the name of its component. */
export interface SharedResponse {
  readonly status: string;
  readonly name: string;
  readonly response: Response;
}

const conventionProblemRef = componentRef('schemas', 'ConventionProblem');

/**
 * The error responses of an operation, one for each status. The gateway's own messages are not among them, so that the
 * type of an error is a problem document in clients that are made of the document; its overview tells of them.
 */
export function problemResponses(operation: Operation, baseUrl: string): SharedResponse[] {
  const slugs = Map.groupBy(problemsOf(operation), (slug) => String(problemStatuses[slug]));
  return [...slugs]
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([status, ofStatus]) => problemResponse(status, ofStatus, operation, baseUrl));
}

function problemResponse(
  status: string,
  slugs: readonly ProblemSlug[],
  operation: Operation,
  baseUrl: string,
): SharedResponse {
  const pages = operation.pages === true;
  const hasConventions = operation.hasConventions === true;
  const problem = problemContent(slugs, baseUrl);
  const form =
    (isTranslated(operation) ? 'Translated' : '') +
    (pages ? 'OnPage' : '') +
    (takesCookiesAway(operation) ? 'WithCookie' : '') +
    (hasConventions ? 'ByConvention' : '');
  return {
    status,
    name: slugs.map(problemName).join('Or') + form,
    response: {
      description: slugs.map((slug) => `\`${slug}\`: ${en.problems[slug].meaning}`).join('\n\n'),
      headers: headerObjects(headersOf(slugs, operation)),
      content: {
        'application/problem+json': hasConventions
          ? { ...problem, schema: { anyOf: [problem.schema, conventionProblemRef] } }
          : problem,
        // Clients of Getform read nothing else.
        ...(hasConventions && { 'application/json': { schema: conventionProblemRef } }),
        ...(pages && { 'text/html': { schema: { type: 'string' } } }),
      },
    },
  };
}

/** The headers of a response; where a status has several problems, a header of only some of them is optional. */
function headersOf(slugs: readonly ProblemSlug[], operation: Operation): ResponseHeaders {
  const ofProblems = slugs.flatMap((slug) => entriesOf(headersOfProblem(slug), slugs.length === 1));
  const cookie: ResponseHeaders = takesCookiesAway(operation) ? { 'set-cookie': false } : {};
  return Object.fromEntries([...entriesOf({ ...headersOfAll(operation), ...cookie }, true), ...ofProblems]);
}

/** A page about what went wrong takes away the cookie of what the browser had begun. */
function takesCookiesAway({ pages, success }: Operation): boolean {
  return pages === true && success?.headers?.includes('set-cookie') === true;
}

function entriesOf(headers: ResponseHeaders, mayBeAlways: boolean): [string, boolean][] {
  return Object.entries(headers).map(([name, always]) => [name, always && mayBeAlways]);
}
