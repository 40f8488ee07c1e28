/** Runs the template's web function in this thread, and changes its requests and responses as Lambda does. */
import { randomUUID } from 'node:crypto';
import {
  Server,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../runner-error.ts';
import type { WebFunctionSettings } from './edge-messages.ts';
import { refuseExpectation } from './refuse-expectation.ts';

/**
 * Headers that Lambda removes from requests, as documented in "HTTP requests and responses" for web
 * functions.
 */
const REMOVED =
  /^(?:connection|keep-alive|upgrade|expect|te|trailer|proxy-.*|x-real-ip|x-http-method-override|x-http-method|x-method-override|lambda-web-.*)$/;

/** Response headers that only apply to the connection between the server and Lambda. */
const ABOUT_CONNECTION = /^(?:connection|keep-alive)$/i;

/** The address on which Lambda tells the server to listen. The local server doesn't actually listen. */
const LISTEN_AT = '127.0.0.1:8080';

interface ForwardedRequest {
  /** Request headers, keyed by lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The caller's IP address. */
  readonly address: string;
}

export interface WebFunctionEvents {
  /** Called when a response begins. */
  readonly onSettled: () => void;
  readonly onError: (message: string) => void;
}

/**
 * The server that a web function starts. It receives the client's own request and response objects instead of
 * a second connection, with the headers that Lambda would send. Unlike on Lambda, one environment handles any
 * number of requests, and there is no memory limit. A response may begin before the request has been received
 * completely, unless the response closes the connection. If the function fails to load, loading is not
 * retried. The server doesn't actually listen: it calls the callback of `listen`, but has no address and
 * emits no `listening` event. Only its request listener and idle timeout are used.
 */
export class WebFunction {
  readonly domainName: string;
  readonly #settings: WebFunctionSettings;
  readonly #events: WebFunctionEvents;
  #loading: Promise<Server> | undefined;
  #server: Server | undefined;
  readonly #open = new Set<ServerResponse>();
  #onIdle: () => void = () => undefined;

  constructor(settings: WebFunctionSettings, events: WebFunctionEvents) {
    this.domainName = settings.domainName;
    this.#settings = settings;
    this.#events = events;
  }

  /** Loads the function before the first request. If loading fails, that request fails. */
  warm(): void {
    this.#load().catch(() => undefined);
  }

  /** Responds to a request. If the function fails, sends Lambda's 502. */
  respond(message: IncomingMessage, response: ServerResponse, forwarded: ForwardedRequest): void {
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    if (forwarded.headers['expect'] !== undefined) {
      refuseExpectation(message, response);
      return;
    }
    this.#open.add(response);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size === 0) this.#onIdle();
    });
    if (this.#server) this.#hand(this.#server, message, response, forwarded);
    else
      this.#load().then(
        (server) => this.#hand(server, message, response, forwarded),
        (error: unknown) => {
          this.#fail(response, messageOf(error));
        },
      );
  }

  /** Resolves when no request is in progress. */
  idle(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#onIdle = resolve));
  }

  #hand(
    server: Server,
    message: IncomingMessage,
    response: ServerResponse,
    { headers, address }: ForwardedRequest,
  ): void {
    const { timeoutSeconds, endpointName } = this.#settings;
    const requestId = randomUUID();
    const received: Record<string, string> = {};
    for (const name in headers) if (!REMOVED.test(name)) received[name] = headers[name] ?? '';
    const forwardedFor = headers['x-forwarded-for'];
    received['host'] = this.domainName;
    received['x-forwarded-for'] = forwardedFor === undefined ? address : `${forwardedFor}, ${address}`;
    received['lambda-web-request-id'] = requestId;
    received['lambda-web-endpoint-name'] = endpointName;
    message.headers = received;
    message.rawHeaders = Object.entries(received).flat();
    const milliseconds = timeoutSeconds * 1000;
    message.socket.setTimeout(server.timeout > 0 ? Math.min(server.timeout, milliseconds) : milliseconds);
    response.once('timeout', () => {
      this.#fail(response, 'the request timed out');
    });
    this.#watchHead(message, response, requestId);
    this.#watchEnd(message, response);
    server.emit('request', message, response);
  }

  /** When the response begins, changes its status and headers to match what Lambda would send. */
  #watchHead(message: IncomingMessage, response: ServerResponse, requestId: string): void {
    const writeHead = response.writeHead.bind(response);
    response.writeHead = (
      status: number,
      reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
      given?: OutgoingHttpHeaders | OutgoingHttpHeader[],
    ): ServerResponse => {
      response.writeHead = writeHead;
      this.#events.onSettled();
      const own = typeof reason === 'object' ? reason : (given ?? {});
      if (Array.isArray(own)) throw new Error('headers given as a list are not supported locally');
      const headers: OutgoingHttpHeaders = { 'lambda-web-request-id': requestId };
      let closes = false;
      for (const [name, value] of Object.entries({ ...response.getHeaders(), ...own })) {
        if (!ABOUT_CONNECTION.test(name)) headers[name] = value;
        else closes ||= /\bclose\b/i.test(String(value));
      }
      if (response.hasHeader('connection')) response.removeHeader('connection');
      // Lambda drops a response that closes the connection before the request is complete.
      if (closes && !message.complete) {
        this.#fail(response, 'the server responded before it had the complete request');
        return response;
      }
      return writeHead(status, headers);
    };
  }

  /** If the server destroys its connection, responds as Lambda would. The client's connection stays open. */
  #watchEnd(message: IncomingMessage, response: ServerResponse): void {
    const destroy = message.destroy.bind(message);
    message.destroy = (error?: Error): IncomingMessage => {
      message.destroy = destroy;
      const isRead = message.complete && message.readableEnded;
      // Keep Node's behavior if the request was read, the client has disconnected, or the response has begun.
      if (isRead || message.socket.destroyed || response.headersSent) return destroy(error);
      this.#fail(response, 'the server closed the connection');
      return message;
    };
  }

  #fail(response: ServerResponse, reason: string): void {
    this.#events.onError(reason);
    this.#events.onSettled();
    // After this point, ignore the server and send Lambda's error response.
    Reflect.deleteProperty(response, 'writeHead');
    refuse(response);
  }

  /**
   * Loads the function and returns its server.
   * @throws any error from the function's code, or an error if the function starts no server
   */
  #load(): Promise<Server> {
    this.#loading ??= serverOf(join(this.#settings.folder, this.#settings.handler)).then(
      (server) => (this.#server = server),
    );
    return this.#loading;
  }
}

async function serverOf(entry: string): Promise<Server> {
  const started: Server[] = [];
  process.env['AWS_LAMBDA_HTTP_ENDPOINT'] = LISTEN_AT;
  // Define `listen` only for HTTP servers, which otherwise inherit it from `node:net` servers.
  Object.defineProperty(Server.prototype, 'listen', {
    configurable: true,
    value(this: Server, ...args: unknown[]): Server {
      started.push(this);
      const onListening = args.findLast((each) => typeof each === 'function') as (() => void) | undefined;
      if (onListening) queueMicrotask(onListening);
      return this;
    },
  });
  try {
    await import(pathToFileURL(entry).href);
  } finally {
    Reflect.deleteProperty(Server.prototype, 'listen');
  }
  const [server] = started;
  if (!server) throw new Error('the web function did not start a server');
  return server;
}

/** Sends Lambda's own error response without waiting for the rest of the request. */
function refuse(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ message: 'Bad Gateway' });
  response.writeHead(502, {
    'content-type': 'application/json',
    'content-length': body.length,
    connection: 'close',
  });
  response.end(body);
}
