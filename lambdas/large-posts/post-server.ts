/**
 * Runs the streaming function's HTTP server. Receives complete requests and sends the operation's response.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { bodyInMemory, type ReceivedBody } from '../http/body/received-body.ts';
import { EndlessBody, receiveBody, type BodyReceiverConfig, type OpenBody } from './body-receiver.ts';
import { isPost, webEvent } from './web-event.ts';

/** Handles a request after its body has arrived. The promise never rejects. */
export type PostHandler = (
  event: APIGatewayProxyEventV2,
  body: ReceivedBody,
) => Promise<APIGatewayProxyStructuredResultV2>;

export interface PostServerConfig extends BodyReceiverConfig {
  /** Idle timeout for a connection, in milliseconds. */
  readonly idleMs: number;
  /** Time limit for receiving the complete request, in milliseconds. */
  readonly receiveMs: number;
  /**
   * Resolves to true if the request's body should be received. Defaults to all requests. Other requests are
   * handled immediately, without their bodies.
   */
  readonly isReceived?: (event: APIGatewayProxyEventV2) => Promise<boolean>;
}

/** A response that isn't produced by an operation. */
interface PlainResponse {
  readonly status: number;
  readonly reason: string;
}
const NO_BODY = bodyInMemory(new Uint8Array());
const TOO_LARGE: PlainResponse = { status: 413, reason: 'Content Too Large' };

export function postServer(config: PostServerConfig, handle: PostHandler): Server {
  const { idleMs, receiveMs } = config;
  const server = createServer(
    {
      requestTimeout: receiveMs,
      headersTimeout: Math.min(receiveMs, 20_000),
      // This timeout must be longer than the time that Lambda keeps idle connections open.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: Math.min(receiveMs, 5_000),
    },
    (request, response) => void respond(request, response, config, handle),
  );
  server.setTimeout(idleMs);
  server.on('checkContinue', refuseExpectation);
  server.on('checkExpectation', refuseExpectation);
  return server;
}

/**
 * Rejects `Expect: 100-continue`. Lambda doesn't send interim responses, so the client would wait a long time
 * for a `100 Continue`.
 */
function refuseExpectation({ socket }: IncomingMessage): void {
  socket.write('HTTP/1.1 417 Expectation Failed\r\ncontent-length: 0\r\n\r\n');
  socket.destroySoon();
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  config: PostServerConfig,
  handle: PostHandler,
): Promise<void> {
  // Clients that disconnect must not crash the server.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  const event = webEvent(request, new Date());
  let body: OpenBody | undefined;
  try {
    if ((await config.isReceived?.(event)) === false) {
      const result = await handle(event, NO_BODY);
      write(response, { ...result, headers: { ...result.headers, connection: 'close' } });
      return;
    }
    body = await receiveBody(
      request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>,
      lengthOf(request),
      config,
    );
    const result = await handle(event, isPost(event) ? body : NO_BODY);
    write(response, result);
  } catch (error) {
    if (error instanceof EndlessBody) writePlain(response, TOO_LARGE);
    else request.destroy();
  } finally {
    await body?.close();
  }
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
  if (headers['content-length'] !== undefined) return Number(headers['content-length']);
  // Requests with neither `Content-Length` nor `Transfer-Encoding` have no body (RFC 9112, section 6.3).
  return headers['transfer-encoding'] === undefined ? 0 : undefined;
}

function write(
  response: ServerResponse,
  { statusCode = 200, headers, cookies, body = '', isBase64Encoded }: APIGatewayProxyStructuredResultV2,
): void {
  const bytes = Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8');
  response.writeHead(statusCode, {
    ...headers,
    ...(cookies && { 'set-cookie': cookies }),
    ...(statusCode !== 204 && { 'content-length': bytes.length }),
  } as Record<string, string | number | string[]>);
  response.end(bytes);
}

/**
 * Sends a plain response and closes the connection, because the rest of the request body may still be
 * arriving.
 */
function writePlain(response: ServerResponse, { status, reason }: PlainResponse): void {
  const body = JSON.stringify({ message: reason });
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.end(body);
}
