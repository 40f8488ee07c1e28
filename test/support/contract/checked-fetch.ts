import { contractOf, type Contract } from './contract.ts';

/** A call of the service at a path or address of its own; the answer has been held against the document. */
export type CheckedFetch = (target: string, init?: RequestInit) => Promise<Response>;

/** The contract that a running service publishes. */
export async function contractAt(baseUrl: string): Promise<Contract> {
  return contractOf((await (await fetch(`${baseUrl}/openapi`)).json()) as Parameters<typeof contractOf>[0]);
}

/**
 * `fetch` for paths of the service, which rejects when the document does not have the answer. Redirects are not
 * followed: they are answers.
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
