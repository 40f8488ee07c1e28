/** Sends requests that `fetch` can't send: with an arbitrary `Host` header and an unnormalized path. */
import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawRequest {
  readonly method?: string;
  /** Request path, sent without normalization. */
  readonly path: string;
  /** A header with several values is sent once per value. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request to the server at this URL. Doesn't follow redirects. */
export function sendRaw(
  baseUrl: string,
  { method = 'GET', path, headers = {}, body = '' }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      text(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: read }),
        reject,
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
