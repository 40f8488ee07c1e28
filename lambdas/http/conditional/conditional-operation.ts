/**
 * Documents conditional requests in the API description of each operation that supports them (RFC 9110,
 * section 13).
 */
import type { Operation, ResponseHeader, Success } from '../operation.ts';

const VALIDATED: readonly ResponseHeader[] = ['etag'];

/** Returns the operation with the headers, responses and problems of conditional requests. */
export function withConditions(operation: Operation): Operation {
  const { method, versioned, follows } = operation;
  if (method === 'GET' && (versioned || follows)) return asRevalidated(operation);
  if (!versioned) return operation;
  const { success, requestHeaders = [], problems = [] } = operation;
  const withTag = success?.body && { success: withHeaders(success, ['etag']) };
  if (method === 'POST') return { ...operation, ...withTag };
  return {
    ...operation,
    ...withTag,
    requestHeaders: [...requestHeaders, 'if-match'],
    problems: [...problems, 'precondition-failed'],
  };
}

function asRevalidated(operation: Operation): Operation {
  const { success, requestHeaders = [], otherResponses = [] } = operation;
  return {
    ...operation,
    ...(success && { success: withHeaders(success, VALIDATED) }),
    requestHeaders: [...requestHeaders, 'if-none-match'],
    otherResponses: [
      ...otherResponses,
      { status: 304, when: 'Nothing has changed since the response that had this tag.', headers: VALIDATED },
    ],
  };
}

const withHeaders = (success: Success, more: readonly ResponseHeader[]): Success => ({
  ...success,
  headers: [...(success.headers ?? []), ...more],
});
