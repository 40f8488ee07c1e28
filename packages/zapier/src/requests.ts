/**
 * Provides middleware that adds the access token to requests and turns problem documents into error messages.
 */
import type { AfterResponseMiddleware, BeforeRequestMiddleware } from 'zapier-platform-core';
import { isOfApi } from './installation.ts';

/** The fields of a problem document (RFC 7807) that this integration uses. */
interface Problem {
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** Adds the access token to API requests, but not to requests to other hosts, such as file storage. */
export const authorize: BeforeRequestMiddleware = (request, _z, bundle) => {
  const token = bundle.authData['access_token'];
  if (!token || !isOfApi(request.url)) return request;
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
};

/**
 * Converts a problem document to an error message for users. Doesn't handle 401 or 429, because the platform
 * refreshes the token after a 401, and waits for `Retry-After` after a 429.
 */
export const explainProblem: AfterResponseMiddleware = (response, z) => {
  if (response.status < 400 || response.skipThrowForStatus) return response;
  if (!response.getHeader('content-type')?.startsWith('application/problem+json')) return response;
  const problem = JSON.parse(response.content) as Problem;
  const fields = (problem.errors ?? []).map(({ path, message }) => `${path}: ${message}`);
  throw new z.errors.Error(
    [problem.detail ?? problem.title ?? 'The request was rejected.', ...fields].join(' '),
    problem.code,
    response.status,
  );
};
