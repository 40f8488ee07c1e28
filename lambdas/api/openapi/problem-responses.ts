/** Describes the error responses of operations, which are problem documents or pages. */
import type { ProblemSlug } from '../../core/errors/problem-slugs.ts';
import { en } from '../../i18n/en.ts';
import type { Operation } from '../../http/operation.ts';
import { componentRef } from './component-reference.ts';
import { problemStatuses } from '../../http/problem-document.ts';
import { headerObjects, headersOfAll, isTranslated, type ResponseHeaders } from './header-objects.ts';
import { headersOfProblem, problemContent, problemName, problemsOf } from './problem-contents.ts';
import type { Response } from './openapi-types.ts';

/** A response shared by several operations, with its component name. */
export interface SharedResponse {
  readonly status: string;
  readonly name: string;
  readonly response: Response;
}

const formProblemRef = componentRef('schemas', 'FormProblem');

/**
 * Returns an operation's error responses, one for each status. Omits the API gateway's errors, which are
 * described in the document's overview, so that generated clients can expect every error to be a problem
 * document.
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
    (removesCookies(operation) ? 'WithCookie' : '') +
    (hasConventions ? 'ByConvention' : '');
  return {
    status,
    name: slugs.map(problemName).join('Or') + form,
    response: {
      description: slugs.map((slug) => `\`${slug}\`: ${en.problems[slug].meaning}`).join('\n\n'),
      headers: headerObjects(headersOf(slugs, operation)),
      content: {
        'application/problem+json': hasConventions ? { ...problem, schema: formProblemRef } : problem,
        // Clients built for Getform can only read errors in this format.
        ...(hasConventions && { 'application/json': { schema: formProblemRef } }),
        ...(pages && { 'text/html': { schema: { type: 'string' } } }),
      },
    },
  };
}

/**
 * Returns a response's headers. If several problems share a status, headers that only some of them send are
 * optional.
 */
function headersOf(slugs: readonly ProblemSlug[], operation: Operation): ResponseHeaders {
  const ofProblems = slugs.flatMap((slug) => entriesOf(headersOfProblem(slug), slugs.length === 1));
  const cookie: ResponseHeaders = removesCookies(operation) ? { 'set-cookie': false } : {};
  return Object.fromEntries([...entriesOf({ ...headersOfAll(operation), ...cookie }, true), ...ofProblems]);
}

/** Returns true if the error page also deletes the cookie of the sign-in in progress. */
function removesCookies({ pages, success }: Operation): boolean {
  return pages === true && success?.headers?.includes('set-cookie') === true;
}

function entriesOf(headers: ResponseHeaders, mayBeAlways: boolean): [string, boolean][] {
  return Object.entries(headers).map(([name, always]) => [name, always && mayBeAlways]);
}
