/**
 * Provides the local service's HTTP endpoint. Starts and controls the thread that receives requests.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Activity } from '../activity.ts';
import { LogFile } from '../functions/log-file.ts';
import { splitTarget } from '../http/api-event.ts';
import { gatewayMessage, internalServerError } from '../http/api-response.ts';
import type { RequestHandler } from '../http/local-http-api.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';
import { messageOf, RunnerError } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import { workerFile } from '../worker-file.ts';
import type { LoggedWebFunction } from './web-function-settings.ts';
import type {
  ApiRequestMessage,
  EdgeSettings,
  EdgeThreadSettings,
  FromEdge,
  ToEdge,
} from './edge-messages.ts';

/** Handlers and settings for requests to the edge thread. */
export interface Served extends EdgeSettings {
  /**
   * Responds to API requests. If the handler's promise rejects, the client gets API Gateway's 500 response.
   */
  readonly api: RequestHandler;
  readonly webFunction: LoggedWebFunction | undefined;
  /** Called after the web function has handled requests, with the function's role. */
  readonly onSettled: (role: FunctionRole | undefined) => void;
  /** Called with a one-line message for each failure. */
  readonly onError: (message: string) => void;
  readonly activity?: Activity | undefined;
}

/** Time limit for finishing requests in progress, and for stopping the thread, in milliseconds. */
const STOP_MILLISECONDS = 1000;

/** Delay before restarting a thread that could not listen, in milliseconds. */
const RESTART_MILLISECONDS = 500;

/**
 * Handles requests while no functions are running: before the stack has started, and after it has stopped.
 */
const unavailable: RequestHandler = () => Promise.resolve(gatewayMessage(503, 'Service Unavailable'));

/**
 * The local service's HTTP server. The server starts listening before the stack is read, because the
 * functions' environment includes its address, and responds with 503 until `serve` is called. The edge and
 * the web function share a thread, so that the edge can hand over requests without a second connection
 * (docs/decisions/0043-the-edge-and-the-front-share-a-thread.md). A thread that crashes is restarted on the
 * same port.
 */
export class EdgeServer implements Service {
  readonly port: number;
  readonly endpoint: string;
  #worker: Worker;
  #served: Served | undefined;
  #log: LogFile | undefined;
  #ended!: Promise<void>;
  #isWithdrawn = false;
  #stopped = false;
  #onWithdrawn: () => void = () => undefined;
  readonly #heldBack = new Set<string>();

  private constructor(worker: Worker, port: number) {
    this.#worker = worker;
    this.port = port;
    this.endpoint = `http://127.0.0.1:${port}`;
    this.#listenTo(worker);
  }

  /**
   * Starts listening on a port.
   * @param port 0 for any free port
   * @throws RunnerError if the port is in use or not permitted
   */
  static async listen(port: number): Promise<EdgeServer> {
    const { worker, port: actual } = await startThread(port);
    return new EdgeServer(worker, actual);
  }

  /** Makes this API path respond with 503 until the returned function is called. */
  holdBack(path: string): () => void {
    this.#heldBack.add(path);
    return () => this.#heldBack.delete(path);
  }

  /** Handles requests as configured in `served` until the returned service is stopped. */
  serve(served: Served): Service {
    this.#log = served.webFunction && new LogFile(served.webFunction.logFile);
    this.#served = served;
    this.#isWithdrawn = false;
    this.#tell(serveMessage(served));
    return { stop: () => this.#withdraw() };
  }

  /** Loads the web function before its first request. If loading fails, that request fails. */
  warm(): void {
    this.#tell({ kind: 'warm' });
  }

  /** Loads the web function from another folder that has newer code. */
  reload(folder: string): void {
    const { webFunction } = this.#served ?? {};
    if (!this.#served || !webFunction || webFunction.folder === folder) return;
    this.#served = { ...this.#served, webFunction: { ...webFunction, folder } };
    this.#tell({ kind: 'reload', folder });
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#tell({ kind: 'stop' });
    await Promise.race([this.#ended, sleep(STOP_MILLISECONDS, undefined, { ref: false })]);
    await this.#worker.terminate();
    this.#log?.flush();
  }

  /** Stops sending requests to the web function and waits briefly for it to finish. */
  async #withdraw(): Promise<void> {
    if (!this.#served) return;
    this.#isWithdrawn = true;
    this.#served = { ...this.#served, api: unavailable };
    const withdrawn = new Promise<void>((resolve) => (this.#onWithdrawn = resolve));
    this.#tell({ kind: 'withdraw' });
    await Promise.race([withdrawn, sleep(STOP_MILLISECONDS, undefined, { ref: false })]);
    this.#log?.flush();
    this.#served = undefined;
  }

  #listenTo(worker: Worker): void {
    let crash = '';
    worker.on('message', (message: FromEdge) => this.#hear(message, worker));
    worker.on('error', (error) => {
      crash = `: ${messageOf(error)}`;
      this.#log?.write(`${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}\n`);
    });
    this.#ended = new Promise((resolve) => {
      worker.once('exit', (code) => {
        resolve();
        if (!this.#stopped) void this.#restart(`the edge thread ended with code ${code}${crash}`);
      });
    });
  }

  async #restart(reason: string): Promise<void> {
    this.#served?.onError(reason);
    try {
      const { worker } = await startThread(this.port);
      this.#worker = worker;
      this.#listenTo(worker);
      if (this.#served && !this.#isWithdrawn) this.#tell(serveMessage(this.#served));
      if (this.#stopped) await worker.terminate();
    } catch (error) {
      // Another program may be using the port briefly for an outgoing connection, so wait before restarting.
      await sleep(RESTART_MILLISECONDS, undefined, { ref: false });
      if (!this.#stopped) await this.#restart(`the edge is unavailable: ${messageOf(error)}`);
    }
  }

  #hear(message: FromEdge, worker: Worker): void {
    const served = this.#served;
    if (message.kind === 'api request') void this.#respond(message, worker);
    else if (message.kind === 'settled') served?.onSettled(served.webFunction?.role);
    else if (message.kind === 'log') {
      this.#log?.write(message.text);
      served?.activity?.log(message.text);
    } else if (message.kind === 'error') served?.onError(message.message);
    else if (message.kind === 'withdrawn') this.#onWithdrawn();
  }

  /**
   * Responds to an API request.
   * @param worker the thread that sent the request, because request ids are only unique within a thread
   */
  async #respond({ id, request }: ApiRequestMessage, worker: Worker): Promise<void> {
    const isHeldBack = this.#heldBack.has(splitTarget(request.head.url).path);
    const api = isHeldBack ? unavailable : (this.#served?.api ?? unavailable);
    const response = await api(request).catch((error: unknown) => {
      console.error(error);
      return internalServerError();
    });
    const body = new Uint8Array(response.body);
    const message: ToEdge = { kind: 'api response', id, response: { ...response, body } };
    worker.postMessage(message, [body.buffer]);
  }

  #tell(message: ToEdge): void {
    this.#worker.postMessage(message);
  }
}

const serveMessage = ({ distribution, webFunction }: EdgeSettings): ToEdge => ({
  kind: 'serve',
  settings: { distribution, webFunction },
});

/**
 * Starts the edge thread.
 * @throws RunnerError if the thread can't listen on this port
 */
async function startThread(port: number): Promise<{ readonly worker: Worker; readonly port: number }> {
  const workerData: EdgeThreadSettings = { port };
  const worker = new Worker(workerFile('edge/edge-thread'), {
    workerData,
    // Don't pass the runner's own environment variables and module loaders to functions.
    env: { PATH: process.env['PATH'] ?? '' },
    execArgv: [],
    // Submissions create many short-lived objects. With less space for them, V8 would collect garbage more
    // often.
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  });
  const first = await new Promise<FromEdge>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the edge thread ended with code ${code}`)));
  });
  if (first.kind === 'listening') return { worker, port: first.port };
  await worker.terminate();
  if (first.kind !== 'not listening')
    throw new Error(`the edge thread started with an unexpected message: ${first.kind}`);
  throw new RunnerError(whyNotListening(port, first.code, first.message));
}

function whyNotListening(port: number, code: string | undefined, message: string): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is already in use; set PORT to another port (PORT=0 uses any free one)`;
  if (code === 'EACCES') return `no permission to listen on port ${port}; set PORT to another port`;
  return message;
}
