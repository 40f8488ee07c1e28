/** What every request of the integration shares: the access token, and errors in the words of the service. */
import type { AfterResponseMiddleware, BeforeRequestMiddleware } from 'zapier-platform-core';
import { isOfService } from './installation.ts';

/** The members that are read of a problem document (RFC 7807). */
interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** Sends the access token to the service, and to no other host that a file is on. */
export const authorize: BeforeRequestMiddleware = (request, _z, bundle) => {
  const token = bundle.authData['access_token'];
  if (!token || !isOfService(request.url)) return request;
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
};

/**
 * Turns a problem document into an error that people of a Zap read. 401 never comes here: the platform refreshes the
 * token itself; neither does 429, for which it waits as `Retry-After` says.
 */
export const explainProblem: AfterResponseMiddleware = (response, z) => {
  if (response.status < 400 || response.skipThrowForStatus) return response;
  if (!response.getHeader('content-type')?.startsWith('application/problem+json')) return response;
  const problem = JSON.parse(response.content) as Problem;
  const fields = (problem.errors ?? []).map(({ path, message }) => `${path}: ${message}`);
  throw new z.errors.Error(
    [problem.detail ?? problem.title ?? 'The request was refused.', ...fields].join(' '),
    problem.type?.split('/').at(-1),
    response.status,
  );
};
