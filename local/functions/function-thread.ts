/** Controls a worker thread that runs functions. */
import { Worker } from 'node:worker_threads';
import { messageOf } from '../runner-error.ts';
import { workerFile } from '../worker-file.ts';
import { exitError } from './exit-error.ts';
import type {
  EnvironmentMessage,
  FunctionError,
  Invocation,
  LoadMessage,
  WorkerSettings,
} from './worker-messages.ts';

/** Callbacks for an execution environment's events in its thread. */
export interface Tenant {
  hear(message: EnvironmentMessage): void;
  /** Called when the thread has stopped, which also stops the environment. */
  end(error: FunctionError): void;
}

/**
 * A worker thread that contains functions' execution environments. A retired thread accepts no new
 * environments and stops when no invocations are running in it.
 */
export class FunctionThread {
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #tenants = new Map<string, Tenant>();
  #pending = 0;
  #usedAt = performance.now();
  #retired = false;
  #crash: FunctionError | undefined;

  /** @param sourceMaps true if stack traces refer to source lines, as set by `NODE_OPTIONS` on Lambda */
  constructor({ sourceMaps }: { readonly sourceMaps: boolean }) {
    this.#worker = new Worker(workerFile('functions/function-worker'), {
      // Don't pass the runner's own environment variables and module loaders to functions.
      env: { PATH: process.env['PATH'] ?? '' },
      execArgv: sourceMaps ? ['--enable-source-maps'] : [],
      // Functions run in the background, so save memory at the expense of CPU time.
      resourceLimits: { maxYoungGenerationSizeMb: 12 },
    });
    this.#worker.on('message', (message: EnvironmentMessage) => {
      this.#tenants.get(message.environment)?.hear(message);
    });
    this.#worker.on('error', (thrown: unknown) => {
      const error = thrown instanceof Error ? thrown : new Error(messageOf(thrown));
      const trace = error.stack?.split('\n') ?? [];
      this.#crash = { errorType: error.name, errorMessage: error.message, trace };
    });
    this.ended = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#retired = true;
        for (const tenant of this.#tenants.values()) tenant.end(this.#crash ?? exitError(code));
        this.#tenants.clear();
        resolve();
      });
    });
  }

  /** Returns true if the thread accepts new environments. */
  get isOpen(): boolean {
    return !this.#retired;
  }

  /** Loads a function into a new environment and reports its events to `tenant`. */
  load(environment: string, settings: WorkerSettings, tenant: Tenant): void {
    this.#tenants.set(environment, tenant);
    const message: LoadMessage = { environment, settings };
    this.#worker.postMessage(message);
  }

  /** Starts an invocation. Call `settled` when the invocation has ended. */
  invoke(environment: string, invocation: Invocation): void {
    this.#pending += 1;
    this.#worker.postMessage({ environment, invocation });
  }

  settled(): void {
    this.#pending -= 1;
    this.#usedAt = performance.now();
    this.#endIfUnused();
  }

  /** Stops reporting the environment's events. */
  leave(environment: string): void {
    this.#tenants.delete(environment);
  }

  retire(): void {
    this.#retired = true;
    this.#endIfUnused();
  }

  /** Returns the milliseconds since the last invocation ended, or 0 while one is running. */
  get idleMilliseconds(): number {
    return this.#pending > 0 ? 0 : performance.now() - this.#usedAt;
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
    await this.ended;
  }

  #endIfUnused(): void {
    if (this.#retired && this.#pending === 0) void this.#worker.terminate();
  }
}
