/** Sends a POST request to a receiver and reads the response. Uses a new connection for each exchange. */
import type { Client } from 'undici';
import type { ReceiverResponse } from './response-outcome.ts';

export interface WebhookRequest {
  url: string;
  /** Headers that are sent unchanged, in addition to `host`, `content-length` and `connection`. */
  headers: Readonly<Record<string, string>>;
  /** The body, which must be the same bytes that were signed. */
  body: string | Uint8Array;
  /** Secrets that must not appear in the response excerpt. */
  secrets?: readonly string[];
}

const MAX_RESPONSE_BYTES = 16 * 1024;
/**
 * Sends the request and reads the response until it ends or reaches the limit. Doesn't decompress the body.
 * If the exchange throws, `received` still contains the data read so far. Doesn't follow redirects, because
 * undici doesn't by default.
 */
export async function exchange(
  client: Client,
  url: URL,
  request: WebhookRequest,
  signal: AbortSignal,
  received: ReceiverResponse,
): Promise<void> {
  const response = await client.request({
    method: 'POST',
    path: url.pathname + url.search,
    headers: { ...request.headers },
    body: request.body,
    signal,
    reset: true,
    highWaterMark: MAX_RESPONSE_BYTES,
  });
  received.status = response.statusCode;
  received.contentEncoding = [response.headers['content-encoding'] ?? ''].flat().join(', ');
  received.retryAfter = [response.headers['retry-after'] ?? ''].flat()[0] ?? '';
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    received.chunks.push(chunk.subarray(0, Math.max(0, MAX_RESPONSE_BYTES - received.bytes)));
    received.bytes += chunk.length;
    // Leaving the loop destroys the body, which closes the connection.
    if (received.bytes >= MAX_RESPONSE_BYTES) return;
  }
}
