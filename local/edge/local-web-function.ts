/** A web function of the template: the thread that its server runs in, and its endpoint's rules. */
import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { freePort } from '../free-port.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';
import { messageOf } from '../runner-error.ts';
import { YOUNG_GENERATION_MEGABYTES } from '../functions/function-thread.ts';
import { LogFile } from '../functions/log-file.ts';
import type { Times } from '../functions/spare-memory.ts';
import type { SpareMemoryMessage } from '../functions/worker-messages.ts';
import type { Service } from '../running-services.ts';
import { workerFile } from '../worker-file.ts';
import { refuseExpectation } from './refuse-expectation.ts';
import type { StopMessage, WebWorkerMessage, WebWorkerSettings } from './web-worker-messages.ts';

export interface WebFunctionSettings {
  readonly name: string;
  /** The file that starts the server. */
  readonly entry: string;
  readonly domainName: string;
  readonly endpointName: string;
  readonly timeoutSeconds: number;
  readonly environment: Record<string, string>;
  readonly logFile: string;
  /** By which its AWS calls are judged; undefined when they are not. */
  readonly role?: FunctionRole | undefined;
}

/** How long a thread has to hand over its log and end; then it is ended. */
const STOP_MILLISECONDS = 1000;

/** The thread's server, which listens. */
interface WebServer {
  readonly port: number;
  readonly worker: Worker;
  readonly hasEnded: Promise<unknown>;
}

/** What Lambda removes from requests, as its page "HTTP requests and responses" of web functions says. */
const REMOVED =
  /^(?:connection|keep-alive|upgrade|expect|te|trailer|transfer-encoding|proxy-.*|x-real-ip|x-http-method-override|x-http-method|x-method-override|lambda-web-.*)$/;

/**
 * A web function in one worker thread, made at its first request and made anew after a crash. Differences from Lambda:
 * there is one environment, whatever the number of requests, and no limit of memory.
 */
export class LocalWebFunction implements Service {
  readonly settings: WebFunctionSettings;
  /** Called after every request, with the function's role. */
  onSettled: (role: FunctionRole | undefined) => void = () => undefined;
  readonly #onError: (message: string) => void;
  readonly #log: LogFile;
  // Its server keeps unused connections for longer.
  readonly #agent = new Agent({ keepAlive: true, timeout: 5000 });
  #server: Promise<WebServer> | undefined;
  #stopped = false;

  constructor(settings: WebFunctionSettings, onError: (message: string) => void = () => undefined) {
    this.settings = settings;
    this.#onError = onError;
    this.#log = new LogFile(settings.logFile);
  }

  /**
   * Sends a request on, whole, and then the response; the client goes without one only when it goes away.
   * @param headers names in lower case, as the caller sends them; `address` is where it calls from
   */
  async forward(
    message: IncomingMessage,
    response: ServerResponse,
    { headers, address }: { readonly headers: Readonly<Record<string, string>>; readonly address: string },
  ): Promise<void> {
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    if (headers['expect'] !== undefined) {
      refuseExpectation(message, response);
      return;
    }
    const requestId = randomUUID();
    try {
      const { port } = await (this.#server ??= this.#start());
      const fromServer = await this.#send(message, port, this.#forwarded(headers, address, requestId));
      const { connection: _, 'keep-alive': __, ...kept } = fromServer.headers;
      response.writeHead(fromServer.statusCode ?? 502, { ...kept, 'lambda-web-request-id': requestId });
      fromServer.pipe(response);
    } catch (error) {
      if (message.destroyed && !message.complete) return;
      if (!this.#stopped) this.#onError(`${this.settings.name}: ${messageOf(error)}`);
      refuse(response, 502, 'Bad Gateway');
    } finally {
      this.onSettled(this.settings.role);
    }
  }

  /** Starts the thread ahead of the first request; a failure shows there. */
  warm(): void {
    if (!this.#stopped) (this.#server ??= this.#start()).catch(() => undefined);
  }

  /** The thread gives memory back, if there is one. */
  spareMemory(times: Times): void {
    const message: SpareMemoryMessage = { spareMemory: times };
    void this.#server?.then(
      ({ worker }) => worker.postMessage(message),
      () => undefined,
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#agent.destroy();
    const server = await this.#server?.catch(() => undefined);
    if (server) {
      const message: StopMessage = { stop: true };
      server.worker.postMessage(message);
      await Promise.race([server.hasEnded, sleep(STOP_MILLISECONDS, undefined, { ref: false })]);
      await server.worker.terminate();
    }
    this.#log.flush();
  }

  #forwarded(headers: Readonly<Record<string, string>>, address: string, requestId: string) {
    const kept = Object.entries(headers).filter(
      ([name]) => !REMOVED.test(name) || name === 'transfer-encoding',
    );
    const forwardedFor = headers['x-forwarded-for'];
    return {
      ...Object.fromEntries(kept),
      host: this.settings.domainName,
      'x-forwarded-for': forwardedFor === undefined ? address : `${forwardedFor}, ${address}`,
      'lambda-web-request-id': requestId,
      'lambda-web-endpoint-name': this.settings.endpointName,
    };
  }

  /** The response, once the whole request is sent: what comes before that, and the connection with it, is lost. */
  #send(message: IncomingMessage, port: number, headers: Record<string, string>): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request({
        ...{ host: '127.0.0.1', port, headers, agent: this.#agent },
        ...{ method: message.method, path: message.url },
        timeout: this.settings.timeoutSeconds * 1000,
      });
      sent.once('error', reject);
      sent.once('timeout', () => sent.destroy(new Error('the request timed out')));
      sent.once('response', (fromServer) => {
        if (message.complete) resolve(fromServer);
        else message.once('end', () => resolve(fromServer));
      });
      sent.once('close', () => {
        if (!message.complete) reject(new Error('the server ended before it had the whole request'));
      });
      message.once('close', () => {
        if (!message.complete) sent.destroy(new Error('the client went away'));
      });
      message.pipe(sent);
    });
  }

  async #start(): Promise<WebServer> {
    const { name, entry, environment, role } = this.settings;
    const port = await freePort();
    const workerData: WebWorkerSettings = { entry, role };
    const worker = new Worker(workerFile('edge/web-function-worker'), {
      workerData,
      env: { ...environment, AWS_LAMBDA_HTTP_ENDPOINT: `127.0.0.1:${port}` },
      execArgv: environment['NODE_OPTIONS']?.includes('--enable-source-maps') ? ['--enable-source-maps'] : [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES },
    });
    worker.on('error', (error) => {
      this.#log.write(`${messageOf(error)}\n`);
      this.#onError(`${name}: ${messageOf(error)}`);
    });
    const hasEnded = new Promise((resolve) => worker.once('exit', resolve));
    return new Promise((resolve, reject) => {
      worker.on('message', (message: WebWorkerMessage) => {
        if ('denied' in message) this.#onError(`${name}: ${message.denied}`);
        else if ('log' in message) this.#log.write(message.log);
        else if ('isListening' in message) resolve({ port, worker, hasEnded });
      });
      worker.once('exit', (code) => {
        this.#server = undefined;
        reject(new Error(`the server ended with code ${code}`));
      });
    });
  }
}

/** What the platform says itself. The rest of the request is not waited for. */
function refuse(response: ServerResponse, status: number, text: string): void {
  const body = JSON.stringify({ message: text });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(body);
}
