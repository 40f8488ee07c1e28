/** The address that the local service is reached at: a thread that takes requests, and what it is told. */
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

/** What the thread's requests come to. */
export interface Served extends EdgeSettings {
  /** Responds to what goes to the API. It may reject: the client then gets API Gateway's 500. */
  readonly api: RequestHandler;
  readonly webFunction: LoggedWebFunction | undefined;
  /** Called after requests of the web function, with its role. */
  readonly onSettled: (role: FunctionRole | undefined) => void;
  /** Gets one line about each thing that fails. */
  readonly onError: (message: string) => void;
  readonly activity?: Activity | undefined;
}

/** How long requests under way have to end, and the thread itself. */
const STOP_MILLISECONDS = 1000;

/** How long a thread that could not listen waits before the next tries to. */
const RESTART_MILLISECONDS = 500;

/** Answers while no function runs: before the stack is up and after it stops. */
const unavailable: RequestHandler = () => Promise.resolve(gatewayMessage(503, 'Service Unavailable'));

/**
 * The HTTP server of the local service. It is bound before the stack is read, because the functions' environment holds
 * its address; until `serve` is called it answers 503. The edge and the web function behind it share its thread, so that
 * a post goes from one to the other as it is (docs/decisions/0043-the-edge-and-the-front-share-a-thread.md). A thread that
 * crashes is made anew at the same port.
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
   * @param port 0 for any free one.
   * @throws RunnerError when the port is in use or not permitted.
   */
  static async listen(port: number): Promise<EdgeServer> {
    const { worker, port: actual } = await startThread(port);
    return new EdgeServer(worker, actual);
  }

  /** From now on a path of the API is answered with 503, until what this returns is called. */
  holdBack(path: string): () => void {
    this.#heldBack.add(path);
    return () => this.#heldBack.delete(path);
  }

  /** From now on requests get what `served` says, until what this returns is stopped. */
  serve(served: Served): Service {
    this.#log = served.webFunction && new LogFile(served.webFunction.logFile);
    this.#served = served;
    this.#isWithdrawn = false;
    this.#tell(serveMessage(served));
    return { stop: () => this.#withdraw() };
  }

  /** Loads the web function ahead of its first request; a failure shows there. */
  warm(): void {
    this.#tell({ kind: 'warm' });
  }

  /** Loads the web function from another folder, which has newer code. */
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

  /** Gives requests of the web function a moment to end. */
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
        if (!this.#stopped) void this.#restart(`the thread of the edge ended with code ${code}${crash}`);
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
      // Somebody else may have the port for a moment, as a free one for a connection of theirs.
      await sleep(RESTART_MILLISECONDS, undefined, { ref: false });
      if (!this.#stopped) await this.#restart(`the edge is away: ${messageOf(error)}`);
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

  /** @param worker that asks: the ids of another are not its own */
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

/** @throws RunnerError when it cannot listen there */
async function startThread(port: number): Promise<{ readonly worker: Worker; readonly port: number }> {
  const workerData: EdgeThreadSettings = { port };
  const worker = new Worker(workerFile('edge/edge-thread'), {
    workerData,
    // Of the runner's own variables and loaders nothing belongs in a function.
    env: { PATH: process.env['PATH'] ?? '' },
    execArgv: [],
  });
  const first = await new Promise<FromEdge>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread of the edge ended with code ${code}`)));
  });
  if (first.kind === 'listening') return { worker, port: first.port };
  await worker.terminate();
  if (first.kind !== 'not listening') throw new Error(`the thread of the edge began with ${first.kind}`);
  throw new RunnerError(whyNotListening(port, first.code, first.message));
}

function whyNotListening(port: number, code: string | undefined, message: string): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is in use: set PORT to another one (PORT=0 takes any free one)`;
  if (code === 'EACCES') return `port ${port} may not be opened: set PORT`;
  return message;
}
