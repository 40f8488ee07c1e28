/** A function of the template, and the threads that it runs in. */
import { randomUUID } from 'node:crypto';
import type { WriteStream } from 'node:fs';
import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../running-services.ts';
import type { InvocationResult } from './execution-environment.ts';
import { ExecutionEnvironment } from './execution-environment.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';
import { Concurrency } from './concurrency.ts';
import type { FunctionError } from './worker-messages.ts';

/** A Lambda function of the template, ready to run. */
export interface FunctionSettings {
  readonly name: string;
  readonly arn: string;
  readonly folder: string;
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly environment: Record<string, string>;
  readonly logFile: string;
  /** By which its AWS calls are judged; undefined when they are not. */
  readonly role?: FunctionRole | undefined;
}

/** How long a stopping runner lets invocations go on. What it then cuts off is delivered again at the next start. */
const GRACE_MILLISECONDS = 1000;

const STOPPING: InvocationResult = {
  error: { errorType: 'Runtime.ExitError', errorMessage: 'the runner is stopping' },
};

/** What Lambda says of an invocation that it does not begin; Step Functions knows it by this name. */
const THROTTLED: InvocationResult = {
  error: { errorType: 'Lambda.TooManyRequestsException', errorMessage: 'Rate Exceeded.' },
};

/** Whether an invocation was not begun, because too many others run. */
export const isThrottled = (result: InvocationResult): boolean => result === THROTTLED;

export interface FunctionLimits {
  /** Gets one line about every failed invocation. */
  readonly onError?: (message: string) => void;
  /** Counts what all functions run at once; no limit when absent. */
  readonly concurrency?: Concurrency;
}

/**
 * A function of the template in one worker thread, made at its first invocation and made anew after a crash or a
 * timeout. Differences from Lambda: concurrent invocations share the thread (Lambda gives each its own), the memory
 * limit is not enforced, and a thread is not frozen between invocations.
 */
export class LocalFunction implements Service {
  readonly settings: FunctionSettings;
  /** Called after every invocation, when its result is known. */
  onSettled: () => void = () => undefined;
  readonly #onError: (message: string) => void;
  readonly #concurrency: Concurrency;
  #current: ExecutionEnvironment | undefined;
  readonly #pending = new Set<Promise<InvocationResult>>();
  readonly #alive = new Set<ExecutionEnvironment>();
  #log: WriteStream | undefined;
  #stopped = false;

  constructor(settings: FunctionSettings, { onError, concurrency }: FunctionLimits = {}) {
    this.settings = settings;
    this.#onError = onError ?? (() => undefined);
    this.#concurrency = concurrency ?? new Concurrency(Infinity);
  }

  /** Makes the thread and loads the handler ahead of the first invocation. */
  warm(): void {
    if (!this.#stopped) this.#current ??= this.#create();
  }

  /** Invokes the function with an event that is already JSON text. Never rejects: failures are in the result. */
  async invokeJson(event: string): Promise<InvocationResult> {
    if (this.#stopped) return STOPPING;
    const end = this.#concurrency.begin(this.settings.name);
    if (!end) return this.#throttled();
    this.#current ??= this.#create();
    const environment = this.#current;
    const id = randomUUID();
    const milliseconds = this.settings.timeoutSeconds * 1000;
    const timer = setTimeout(() => {
      if (this.#current === environment) this.#current = undefined;
      environment.retire(id, {
        errorType: 'Sandbox.Timedout',
        errorMessage: `RequestId: ${id} Error: Task timed out after ${this.settings.timeoutSeconds.toFixed(2)} seconds`,
      });
    }, milliseconds);
    const invocation = environment.invoke({ id, event, deadline: Date.now() + milliseconds });
    this.#pending.add(invocation);
    const result = await invocation;
    this.#pending.delete(invocation);
    clearTimeout(timer);
    end();
    this.onSettled();
    if (result.error !== undefined) this.#report(result.error);
    return result;
  }

  invoke(event: unknown): Promise<InvocationResult> {
    return this.invokeJson(JSON.stringify(event));
  }

  /** Takes no more invocations, gives those under way a moment to end, and ends the thread. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#pending.size > 0) {
      await Promise.race([Promise.all(this.#pending), sleep(GRACE_MILLISECONDS, undefined, { ref: false })]);
    }
    await Promise.all([...this.#alive].map((environment) => environment.terminate()));
    const log = this.#log;
    if (log !== undefined && !log.closed) await new Promise((resolve) => log.end(resolve));
  }

  #throttled(): InvocationResult {
    this.#onError(`${this.settings.name}: throttled: too many invocations at once`);
    return THROTTLED;
  }

  #report({ errorType, errorMessage }: FunctionError): void {
    // What a stopping runner interrupts is no failure of the function.
    if (this.#stopped) return;
    if (errorType === 'Sandbox.Timedout') this.#log?.write(`${errorMessage}\n`);
    this.#onError(`${this.settings.name}: ${errorType}: ${errorMessage}`);
  }

  #create(): ExecutionEnvironment {
    this.#log ??= createWriteStream(this.settings.logFile, { flags: 'a', mode: 0o600 });
    const environment: ExecutionEnvironment = new ExecutionEnvironment(
      {
        folder: this.settings.folder,
        handler: this.settings.handler,
        functionName: this.settings.name,
        functionArn: this.settings.arn,
        memoryMegabytes: this.settings.memoryMegabytes,
        role: this.settings.role,
      },
      this.settings.environment,
      this.#log,
      (denied) => this.#onError(`${this.settings.name}: ${denied}`),
      () => {
        this.#alive.delete(environment);
        if (this.#current === environment) this.#current = undefined;
      },
    );
    this.#alive.add(environment);
    return environment;
  }
}
