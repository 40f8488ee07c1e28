/** A worker thread that functions run in. */
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

/** An execution environment, as its thread knows it. */
export interface Tenant {
  hear(message: EnvironmentMessage): void;
  /** The thread has ended, and with it the environment. */
  end(error: FunctionError): void;
}

/**
 * A worker thread with the environments of functions. A retired one takes no new environments, and ends when no
 * invocation is under way in it.
 */
export class FunctionThread {
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #tenants = new Map<string, Tenant>();
  #pending = 0;
  #usedAt = performance.now();
  #retired = false;
  #crash: FunctionError | undefined;

  /** @param sourceMaps whether stack traces name the lines of the sources, as `NODE_OPTIONS` sets it on Lambda */
  constructor({ sourceMaps }: { readonly sourceMaps: boolean }) {
    this.#worker = new Worker(workerFile('functions/function-worker'), {
      // Of the runner's own variables and loaders nothing belongs in a function.
      env: { PATH: process.env['PATH'] ?? '' },
      execArgv: sourceMaps ? ['--enable-source-maps'] : [],
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

  /** Whether it takes new environments. */
  get isOpen(): boolean {
    return !this.#retired;
  }

  /** Loads a function into a new environment, which `tenant` hears of. */
  load(environment: string, settings: WorkerSettings, tenant: Tenant): void {
    this.#tenants.set(environment, tenant);
    const message: LoadMessage = { environment, settings };
    this.#worker.postMessage(message);
  }

  /** An invocation begins; it is over when `settled` is called. */
  invoke(environment: string, invocation: Invocation): void {
    this.#pending += 1;
    this.#worker.postMessage({ environment, invocation });
  }

  settled(): void {
    this.#pending -= 1;
    this.#usedAt = performance.now();
    this.#endIfUnused();
  }

  /** Nothing is heard of the environment any more. */
  leave(environment: string): void {
    this.#tenants.delete(environment);
  }

  retire(): void {
    this.#retired = true;
    this.#endIfUnused();
  }

  /** Milliseconds since its last invocation ended; 0 while one is under way. */
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
