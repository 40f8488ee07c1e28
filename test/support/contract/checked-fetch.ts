import { eventually } from '../browser/eventually.ts';
import { contractOf, type Contract } from './contract.ts';

/** Calls the service at a path or URL and validates the response against the OpenAPI document. */
export type CheckedFetch = (target: string, init?: RequestInit) => Promise<Response>;

/** On a busy machine, the functions of a new service are still being built when the gateway's 30 s are over. */
const READY_MILLISECONDS = 90_000;

/** Returns the OpenAPI contract that a running service publishes, as soon as its function has been built. */
export async function contractAt(baseUrl: string): Promise<Contract> {
  const response = await eventually(
    () => fetch(`${baseUrl}/openapi`),
    ({ ok }) => ok,
    READY_MILLISECONDS,
  );
  if (!response.ok) throw new Error(`GET ${baseUrl}/openapi returned ${response.status}`);
  return contractOf((await response.json()) as Parameters<typeof contractOf>[0]);
}

/**
 * Returns a `fetch` function for the service's paths. It rejects if the OpenAPI document doesn't declare the
 * response. It doesn't follow redirects, because they must be checked too.
 */
export function checkedFetch(baseUrl: string, contract: Contract): CheckedFetch {
  return async (target, init) => {
    const { href, pathname } = new URL(target, baseUrl);
    const request = new Request(href, { redirect: 'manual', ...init });
    const contentType = request.headers.get('content-type');
    const text = contentType === null ? '' : await request.clone().text();
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
