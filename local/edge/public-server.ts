/** Implements the local service's HTTP server, with the limits of CloudFront and API Gateway. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { headOf, type ApiRequest } from '../http/api-event.ts';
import { gatewayMessage, internalServerError, type ApiResponse } from '../http/api-response.ts';
import type { RequestHandler } from '../http/local-http-api.ts';
import { hasCode, messageOf } from '../runner-error.ts';
import { apiAlone, type LocalEdge } from './local-edge.ts';

/** API Gateway's limit for request bodies: 10 MB, which is 10 · 2^20 bytes. */
const MAXIMUM_BODY_BYTES = 10_485_760;

/** CloudFront's limit for request headers. API Gateway has a lower limit, which the API emulator enforces. */
const MAXIMUM_HEADER_BYTES = 32_768;

/**
 * Time limit for a request, in milliseconds: 300 s to receive a large form submission and 30 s to respond.
 */
const REQUEST_TIMEOUT_MILLISECONDS = 330_000;

/** An HTTP server on 127.0.0.1 that forwards each request to the origin that the edge selects. */
export class PublicServer {
  edge: LocalEdge = apiAlone;
  readonly #api: RequestHandler;
  readonly #onError: (message: string) => void;
  readonly #server: Server;
  #port = 0;

  /**
   * @param api handles API requests. The promise that it returns must not reject
   * @param onError called with a one-line message for each request that the edge fails to handle
   */
  constructor(api: RequestHandler, onError: (message: string) => void) {
    this.#api = api;
    this.#onError = onError;
    this.#server = createServer({
      keepAliveTimeout: 60_000,
      requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
      maxHeaderSize: MAXIMUM_HEADER_BYTES,
    });
    this.#server.on('clientError', refuse);
    this.#server.on('request', (message, response) => {
      if (hasTwoHosts(message)) refuseHosts(message, response);
      else if (!this.edge.stream(message, response)) void this.#respond(message, response);
    });
    this.#server.on('checkContinue', (message, response) => {
      if (hasTwoHosts(message)) {
        refuseHosts(message, response);
        return;
      }
      if (this.edge.stream(message, response)) return;
      response.writeContinue();
      void this.#respond(message, response);
    });
  }

  /**
   * Starts listening.
   * @param port 0 for any free port
   * @returns the port
   * @throws Error from the operating system if the server can't listen there
   */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : port;
    return this.#port;
  }

  async #respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    // Clients that disconnect must not crash the server.
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    const receivedAt = new Date();
    const requestId = randomBytes(12).toString('base64url');
    const body = await readBody(message);
    if (body === 'aborted') return;
    const result =
      body === 'too long'
        ? gatewayMessage(413, `HTTP content length exceeded ${MAXIMUM_BODY_BYTES} bytes.`)
        : await this.#ask({ head: headOf(message), body, requestId, receivedAt, port: this.#port });
    write(message, response, result, requestId);
    if (body === 'too long') message.resume();
  }

  async #ask(request: ApiRequest): Promise<ApiResponse> {
    try {
      return await this.#api({ ...request, edge: this.edge.beforeApi(request.head) });
    } catch (error) {
      this.#onError(`the edge: ${messageOf(error)}`);
      return internalServerError();
    }
  }
}

async function readBody(message: IncomingMessage): Promise<Buffer | 'too long' | 'aborted'> {
  if (Number(message.headers['content-length'] ?? 0) > MAXIMUM_BODY_BYTES) return 'too long';
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAXIMUM_BODY_BYTES) return 'too long';
      chunks.push(chunk);
    }
  } catch {
    return 'aborted';
  }
  return Buffer.concat(chunks);
}

function write(
  message: IncomingMessage,
  response: ServerResponse,
  result: ApiResponse,
  requestId: string,
): void {
  const bodyless = result.status === 204 || result.status === 304;
  try {
    response.writeHead(result.status, {
      ...result.headers,
      'apigw-requestid': requestId,
      ...(!bodyless && { 'content-length': result.body.length }),
    });
    response.end(bodyless || message.method === 'HEAD' ? undefined : result.body);
  } catch {
    // A function returned a header that HTTP doesn't allow.
    if (!response.headersSent) {
      const error = internalServerError();
      response
        .writeHead(error.status, { ...error.headers, 'content-length': error.body.length })
        .end(error.body);
    } else response.destroy();
  }
}

/**
 * Returns true if a request has more than one `Host` header. Node uses the first one, but other servers may
 * use the last, so servers must reject such requests (RFC 9112, section 3.2).
 */
function hasTwoHosts({ headersDistinct }: IncomingMessage): boolean {
  return (headersDistinct['host'] ?? []).length > 1;
}

function refuseHosts(message: IncomingMessage, response: ServerResponse): void {
  message.resume();
  const { status, headers, body } = gatewayMessage(400, 'Bad Request');
  response.writeHead(status, { ...headers, 'content-length': body.length, connection: 'close' }).end(body);
}

const REFUSALS = [
  { code: 'HPE_HEADER_OVERFLOW', status: 431, reason: 'Request Header Fields Too Large' },
  { code: 'ERR_HTTP_REQUEST_TIMEOUT', status: 408, reason: 'Request Timeout' },
];
const BAD_REQUEST = { status: 400, reason: 'Bad Request' };

/** Responds to invalid HTTP with a plain 400, as API Gateway does, and closes the connection. */
function refuse(error: Error, socket: Socket): void {
  if (!socket.writable || hasCode(error, 'ECONNRESET')) {
    socket.destroy();
    return;
  }
  const { status, reason } = REFUSALS.find(({ code }) => hasCode(error, code)) ?? BAD_REQUEST;
  const body = JSON.stringify({ message: reason });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n` +
      `connection: close\r\n\r\n${body}`,
  );
}
