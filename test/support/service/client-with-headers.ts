/**
 * Sends requests with arbitrary headers and from arbitrary local addresses, because `fetch` supports neither.
 */
import { request, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawRequest {
  readonly method?: string;
  /**
   * Request headers. A list of values sends a header several times, and `host` sets the host that the client
   * claims to call.
   */
  readonly headers?: OutgoingHttpHeaders;
  /** The client's local address. */
  readonly from?: string;
  readonly body?: string;
}

/** Sends a request on a new connection. */
export function sendRaw(
  baseUrl: string,
  path: string,
  { method = 'GET', headers = {}, from = '127.0.0.1', body }: RawRequest = {},
): Promise<{ status: number; body: string; location: string | undefined }> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers, localAddress: from, agent: false },
      (response) => {
        const { statusCode: status = 0, headers: answered } = response;
        const { location } = answered;
        text(response).then((answer) => resolve({ status, body: answer, location }), reject);
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

/**
 * Headers that a client without the edge's secret could use to forge its address or impersonate the edge.
 */
export const FORGED_HEADERS: readonly OutgoingHttpHeaders[] = [
  {},
  { 'x-forwarded-for': '203.0.113.1' },
  {
    'X-Forwarded-For': Array.from({ length: 30 }, (_, index) => `203.0.113.${index + 1}`).join(', '),
    'svc-edge-secret': 'x'.repeat(64),
  },
  { 'x-forwarded-for': ['203.0.113.40', '203.0.113.41'], 'SVC-EDGE-SECRET': ['guessed', 'guessed again'] },
  { 'svc-edge-secret': '', forwarded: 'for=203.0.113.42', 'x-real-ip': '203.0.113.43' },
  {
    'x-forwarded-for': ',',
    'true-client-ip': '203.0.113.44',
    'cf-connecting-ip': '203.0.113.45',
    'CloudFront-Viewer-Address': '203.0.113.46:443',
  },
];
