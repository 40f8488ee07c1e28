/** Sends a POST request to a receiver and reads the response. Uses a new connection for each exchange. */
import { Client, type buildConnector } from 'undici';
import { type ConnectionConfig, openGuardedConnection } from './guarded-connection.ts';
import { withoutInterim } from './interim-responses.ts';
import { ConnectionLostError } from './sender-errors.ts';
import type { ReceiverResponse } from './response-outcome.ts';
import { bareHost } from './webhook-target.ts';

export interface WebhookRequest {
  url: string;
  /** Sent unchanged, in addition to `host`, `content-length` and `connection`. */
  headers: Readonly<Record<string, string>>;
  /** Must be the same bytes that were signed. */
  body: string | Uint8Array;
  /** Secrets that must not appear in the response excerpt. */
  secrets?: readonly string[];
}

const MAX_RESPONSE_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Creates a client for a single exchange over a new connection. Lambda freezes functions between events, so a
 * kept-alive connection may be broken afterwards. If a POST failed on such a connection, we wouldn't know
 * whether it was received.
 */
export function singleUseClient(url: URL, config: ConnectionConfig, signal: AbortSignal): Client {
  return new Client(url.origin, {
    connect: guardedConnector(url, config, signal),
    maxHeaderSize: MAX_HEADER_BYTES,
    // The caller's signal ends the exchange. undici's body timeout never fires while single bytes keep
    // arriving.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Sends the request and reads the response until it ends or reaches the limit. Doesn't decompress the body.
 * If this throws, `received` still contains the data read so far. Doesn't follow redirects, because undici
 * doesn't by default.
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

/**
 * Gives undici a single guarded connection. Otherwise, undici would reconnect until the deadline if an
 * endpoint closed the connection before the request was sent.
 */
function guardedConnector(url: URL, config: ConnectionConfig, signal: AbortSignal): buildConnector.connector {
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  let isUsed = false;
  return (_options, callback) => {
    if (isUsed) {
      callback(new ConnectionLostError(), null);
      return;
    }
    isUsed = true;
    openGuardedConnection({ secure, host: bareHost(url), port }, config, signal).then(
      (socket) => callback(null, withoutInterim(socket)),
      (error: unknown) => callback(error as Error, null),
    );
  };
}
