import { Client, type buildConnector } from 'undici';
import { type ConnectionRules, openGuardedConnection } from './guarded-connection.ts';
import { withoutInterim } from './interim-responses.ts';
import { ConnectionLostError } from './sender-errors.ts';
import type { ReceiverResponse } from './send-outcome.ts';
import { bareHost } from './webhook-target.ts';

export interface WebhookRequest {
  url: string;
  /** Sent as they are; `host`, `content-length` and `connection` are added. */
  headers: Readonly<Record<string, string>>;
  /** The bytes that were signed. */
  body: string | Uint8Array;
  /** What the excerpt of the answer must not repeat. */
  secrets?: readonly string[];
}

const MAX_ANSWER_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * A client for one exchange on one connection (DESIGN section 5). A connection kept for later would be found
 * dead after Lambda froze the function between two events, and a POST that dies on it cannot be told from one
 * that was received.
 */
export function singleUseClient(url: URL, rules: ConnectionRules, signal: AbortSignal): Client {
  return new Client(url.origin, {
    connect: guardedConnector(url, rules, signal),
    maxHeaderSize: MAX_HEADER_BYTES,
    // The caller's signal ends everything; undici's body time-out would never fire on a body that drips.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Posts, and reads the answer as it is, without decompression, to its end or to the limit. What has come is in
 * `answer` also when this throws. Redirects are not followed: undici's own default.
 */
export async function exchange(
  client: Client,
  url: URL,
  request: WebhookRequest,
  signal: AbortSignal,
  answer: ReceiverResponse,
): Promise<void> {
  const response = await client.request({
    method: 'POST',
    path: url.pathname + url.search,
    headers: { ...request.headers },
    body: request.body,
    signal,
    reset: true,
    highWaterMark: MAX_ANSWER_BYTES,
  });
  answer.status = response.statusCode;
  answer.contentEncoding = [response.headers['content-encoding'] ?? ''].flat().join(', ');
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    answer.chunks.push(chunk.subarray(0, Math.max(0, MAX_ANSWER_BYTES - answer.bytes)));
    answer.bytes += chunk.length;
    // Leaving the loop destroys the body, and with it the connection.
    if (answer.bytes >= MAX_ANSWER_BYTES) return;
  }
}

/**
 * undici's way to a connection, guarded, and open once: after an endpoint that hangs up before the request is
 * out, undici would connect again and again until the deadline.
 */
function guardedConnector(url: URL, rules: ConnectionRules, signal: AbortSignal): buildConnector.connector {
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  let isUsed = false;
  return (_options, callback) => {
    if (isUsed) {
      callback(new ConnectionLostError(), null);
      return;
    }
    isUsed = true;
    openGuardedConnection({ secure, host: bareHost(url), port }, rules, signal).then(
      (socket) => callback(null, withoutInterim(socket)),
      (error: unknown) => callback(error as Error, null),
    );
  };
}
