/** Calls a service and checks every response against the service's OpenAPI document. */
import type { Contract } from './contract.ts';

/** Calls the service at a path or URL and validates the response against the OpenAPI document. */
export type CheckedFetch = (target: string, init?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` function for the service's paths. Its promise rejects if a response doesn't match the
 * OpenAPI document. The function doesn't follow redirects, so that redirect responses are validated too.
 */
export function checkedFetch(baseUrl: string, contract: Contract): CheckedFetch {
  return async (target, init) => {
    const { href, pathname } = new URL(target, baseUrl);
    const request = new Request(href, { redirect: 'manual', ...init });
    const contentType = request.headers.get('content-type');
    // Only validate JSON bodies, because files can be large.
    const text = contentType?.includes('json') ? await request.clone().text() : '';
    const response = await fetch(request);
    contract.checkAnswer({
      method: request.method,
      path: pathname,
      requestBody: contentType === null ? undefined : { contentType, text },
      hasIdempotencyKey: request.headers.has('idempotency-key'),
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.clone().arrayBuffer()),
    });
    return response;
  };
}
