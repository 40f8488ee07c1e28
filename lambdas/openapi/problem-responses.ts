/** Describes the error responses of operations: problem documents, pages, and the gateway's own responses. */
import type { ProblemSlug } from '../core/problem-slugs.ts';
import { en } from '../i18n/en.ts';
import type { Operation } from '../http/operation.ts';
import { problemStatuses } from '../http/problem-document.ts';
import { gatewayContent, gatewayMessages, gatewayStatuses } from './gateway-responses.ts';
import { headerObjects, headersOfAll, isTranslated, type ResponseHeaders } from './header-objects.ts';
import { headersOfProblem, problemContent, problemName, problemsOf } from './problem-contents.ts';
import type { Response } from './openapi-types.ts';

/** A response that several operations share, with the name of its component. */
export interface SharedResponse {
  readonly status: string;
  readonly name: string;
  readonly response: Response;
}

/** The error responses of an operation, one for each status. */
export function problemResponses(operation: Operation, baseUrl: string): SharedResponse[] {
  const slugs = Map.groupBy(problemsOf(operation), (slug) => String(problemStatuses[slug]));
  const statuses = new Set([...slugs.keys(), ...gatewayStatuses(operation)]);
  return [...statuses]
    .toSorted()
    .map((status) => problemResponse(status, slugs.get(status) ?? [], operation, baseUrl));
}

function problemResponse(
  status: string,
  slugs: readonly ProblemSlug[],
  operation: Operation,
  baseUrl: string,
): SharedResponse {
  const byGateway = gatewayStatuses(operation).includes(status);
  const pages = operation.pages === true && slugs.length > 0;
  const form = (isTranslated(operation) ? 'Translated' : '') + (pages ? 'OnPage' : '');
  const descriptions = [
    ...slugs.map((slug) => `\`${slug}\`: ${en.problems[slug].meaning}`),
    ...(byGateway ? [`The gateway itself: ${gatewayMessages[status] ?? ''}.`] : []),
  ];
  return {
    status,
    name: slugs.length === 0 ? `Gateway${status}` : slugs.map(problemName).join('Or') + form,
    response: {
      description: descriptions.join('\n\n'),
      ...(slugs.length > 0 && { headers: headerObjects(headersOf(slugs, operation, byGateway)) }),
      content: {
        ...(slugs.length > 0 && { 'application/problem+json': problemContent(slugs, baseUrl) }),
        ...(pages && { 'text/html': { schema: { type: 'string' } } }),
        ...(byGateway && gatewayContent(status)),
      },
    },
  };
}

/** The headers of a response; where a status has several responses, a header of only some of them is optional. */
function headersOf(slugs: readonly ProblemSlug[], operation: Operation, byGateway: boolean): ResponseHeaders {
  const isOne = slugs.length === 1 && !byGateway;
  const ofProblems = slugs.flatMap((slug) => entriesOf(headersOfProblem(slug), isOne));
  return Object.fromEntries([...entriesOf(headersOfAll(operation), !byGateway), ...ofProblems]);
}

function entriesOf(headers: ResponseHeaders, mayBeAlways: boolean): [string, boolean][] {
  return Object.entries(headers).map(([name, always]) => [name, always && mayBeAlways]);
}
