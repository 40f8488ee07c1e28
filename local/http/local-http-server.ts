/** The HTTP server that the local API is reached at. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { RunnerError, hasCode } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import { splitTarget, type ForwardingEdge } from './api-event.ts';
import type { ApiResponse } from './api-response.ts';
import { gatewayMessage, internalServerError } from './api-response.ts';

/** API Gateway's limit for a request body (10 MB, which it counts as 10 · 2^20). */
const MAXIMUM_BODY_BYTES = 10_485_760;

/** What CloudFront takes; the gateway behind it takes less, and says so itself. */
const MAXIMUM_HEADER_BYTES = 32_768;

/** A large post may take 300 s, and its response 30. */
const REQUEST_TIMEOUT_MILLISECONDS = 330_000;

/** A request whose body is complete and not too long. */
export interface CompleteRequest {
  readonly message: IncomingMessage;
  readonly body: Buffer;
  readonly requestId: string;
  readonly receivedAt: Date;
  readonly port: number;
  /** The edge that sent it on, where the stack has one. */
  readonly edge?: ForwardingEdge | undefined;
}

export type RequestHandler = (request: CompleteRequest) => Promise<ApiResponse>;

/** Takes a request whose body is still to come, and says whether it does. */
export type StreamHandler = (message: IncomingMessage, response: ServerResponse) => boolean;

const noStream: StreamHandler = () => false;

/** Answers while no function runs: before the stack is up and after it stops. */
const unavailable: RequestHandler = () => Promise.resolve(gatewayMessage(503, 'Service Unavailable'));

/**
 * The HTTP server of the local API. It is bound before the stack is read, because the functions' environment holds
 * its address; until `serve` is called it answers 503.
 */
export class LocalHttpServer implements Service {
  readonly endpoint: string;
  readonly port: number;
  readonly #server: Server;
  #handle: RequestHandler = unavailable;
  #stream: StreamHandler = noStream;
  readonly #heldBack = new Set<string>();

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
    this.endpoint = `http://127.0.0.1:${port}`;
    server.on('request', (message, response) => {
      if (!this.#stream(message, response)) void this.#respond(message, response);
    });
    server.on('checkContinue', (message, response) => {
      if (this.#stream(message, response)) return;
      response.writeContinue();
      void this.#respond(message, response);
    });
  }

  /**
   * @param port 0 for any free one.
   * @throws RunnerError when the port is in use or not permitted.
   */
  static async listen(port: number): Promise<LocalHttpServer> {
    const server = createServer({
      keepAliveTimeout: 60_000,
      requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
      maxHeaderSize: MAXIMUM_HEADER_BYTES,
    });
    server.on('clientError', refuse);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    }).catch((cause: unknown) => {
      if (hasCode(cause, 'EADDRINUSE')) {
        throw new RunnerError(`port ${port} is in use: set PORT to another one (PORT=0 takes any free one)`, {
          cause,
        });
      }
      if (hasCode(cause, 'EACCES'))
        throw new RunnerError(`port ${port} may not be opened: set PORT`, { cause });
      throw cause;
    });
    const address = server.address();
    return new LocalHttpServer(server, typeof address === 'object' && address !== null ? address.port : port);
  }

  /** From now on a path is answered with 503, until what this returns is called. */
  holdBack(path: string): () => void {
    this.#heldBack.add(path);
    return () => this.#heldBack.delete(path);
  }

  /**
   * From now on `handle` responds to what `stream` does not take, until what this returns is stopped. It may reject: the
   * client then gets API Gateway's 500.
   */
  serve(handle: RequestHandler, stream: StreamHandler = noStream): Service {
    this.#handle = handle;
    this.#stream = stream;
    return {
      stop: () => {
        this.#handle = unavailable;
        this.#stream = noStream;
        return Promise.resolve();
      },
    };
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that goes away must not take the server with it.
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    const receivedAt = new Date();
    const requestId = randomBytes(12).toString('base64url');
    const body = await readBody(message);
    if (body === 'aborted') return;
    const respond = this.#heldBack.has(splitTarget(message.url ?? '/').path) ? unavailable : this.#handle;
    const result =
      body === 'too long'
        ? gatewayMessage(413, `HTTP content length exceeded ${MAXIMUM_BODY_BYTES} bytes.`)
        : await respond({ message, body, requestId, receivedAt, port: this.port }).catch((error: unknown) => {
            console.error(error);
            return internalServerError();
          });
    write(message, response, result, requestId);
    if (body === 'too long') message.resume();
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
    // A header that a function gave and HTTP does not allow.
    if (!response.headersSent) {
      const error = internalServerError();
      response
        .writeHead(error.status, { ...error.headers, 'content-length': error.body.length })
        .end(error.body);
    } else response.destroy();
  }
}

const REFUSALS = [
  { code: 'HPE_HEADER_OVERFLOW', status: 431, reason: 'Request Header Fields Too Large' },
  { code: 'ERR_HTTP_REQUEST_TIMEOUT', status: 408, reason: 'Request Timeout' },
];
const BAD_REQUEST = { status: 400, reason: 'Bad Request' };

/** What is no HTTP at all gets a plain 400, as from API Gateway, and the connection is closed. */
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
