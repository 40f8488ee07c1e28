/** Runs a function from the template and manages its threads. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Activity } from '../activity.ts';
import type { Service } from '../running-services.ts';
import type { InvocationResult } from './execution-environment.ts';
import { ExecutionEnvironment } from './execution-environment.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';
import { Concurrency } from './concurrency.ts';
import type { FunctionThreads } from './function-threads.ts';
import { LogFile } from './log-file.ts';
import { continueChain, MAX_INVOCATIONS } from './request-chain.ts';
import type { FunctionError } from './worker-messages.ts';

/** Settings of a Lambda function from the template. */
export interface FunctionSettings {
  readonly name: string;
  readonly arn: string;
  readonly folder: string;
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly environment: Record<string, string>;
  readonly logFile: string;
  /** True if the function is allowed to run in a recursive loop. */
  readonly allowsRecursion?: boolean;
  /** The role that the function's AWS calls are checked against. Undefined if the calls aren't checked. */
  readonly role?: FunctionRole | undefined;
}

/**
 * How long to wait for running invocations when the runner stops, in milliseconds. The events of interrupted
 * invocations are delivered again after the next start.
 */
const GRACE_MILLISECONDS = 1000;

const STOPPING: InvocationResult = {
  error: { errorType: 'Runtime.ExitError', errorMessage: 'the runner is stopping' },
};

/** Lambda's response to a throttled invocation. Step Functions recognizes throttling by this error name. */
const THROTTLED: InvocationResult = {
  error: { errorType: 'Lambda.TooManyRequestsException', errorMessage: 'Rate Exceeded.' },
};

/** Lambda's response to an invocation that continues a recursive loop. */
const RECURSIVE: InvocationResult = {
  error: { errorType: 'Lambda.RecursiveInvocationException', errorMessage: 'Recursive loop detected.' },
};

/** Returns true if an invocation was throttled because too many others were running. */
export const isThrottled = (result: InvocationResult): boolean => result === THROTTLED;

/** Code that may not exist yet when the function is created, and that may change later. */
export interface ChangingCode {
  /** Returns a promise that resolves when the folder contains code, or undefined if it already does. */
  pendingAt(folder: string): Promise<void> | undefined;
  /** Returns the folder with the newest code. */
  newestOf(folder: string): string;
}

export interface FunctionLimits {
  /** Called with a one-line message for every failed invocation. */
  readonly onError?: (message: string) => void;
  /** Limits the concurrent invocations of all functions. If absent, there is no limit. */
  readonly concurrency?: Concurrency;
  readonly threads: FunctionThreads;
  /**
   * Source of code that may be added or changed later. If absent, the code is read from the folder in the
   * settings.
   */
  readonly code?: ChangingCode | undefined;
  readonly activity?: Activity | undefined;
}

/**
 * A function from the template with one execution environment. The environment is created on the first
 * invocation and recreated after a crash or timeout. It normally shares a thread with other functions. After
 * a crash or timeout, the function gets its own thread, so that it can't affect other functions. Unlike on
 * Lambda, concurrent invocations share the environment, memory is not limited, and the environment is not
 * frozen between invocations.
 */
export class LocalFunction implements Service {
  readonly settings: FunctionSettings;
  /** Called with the function's role after every invocation, once the result is known. */
  onSettled: (role: FunctionRole | undefined) => void = () => undefined;
  readonly #onError: (message: string) => void;
  readonly #concurrency: Concurrency;
  readonly #threads: FunctionThreads;
  readonly #log: LogFile;
  readonly #code: ChangingCode | undefined;
  readonly #activity: Activity | undefined;
  readonly #stopping = Promise.withResolvers<undefined>();
  #current: ExecutionEnvironment | undefined;
  readonly #pending = new Set<Promise<InvocationResult>>();
  #alone = false;
  #stopped = false;

  constructor(settings: FunctionSettings, { onError, concurrency, threads, code, activity }: FunctionLimits) {
    this.settings = settings;
    this.#threads = threads;
    this.#log = new LogFile(settings.logFile);
    this.#onError = onError ?? (() => undefined);
    this.#code = code;
    this.#activity = activity;
    this.#concurrency = concurrency ?? new Concurrency(Infinity);
  }

  /** Loads the handler before the first invocation. */
  warm(): void {
    if (!this.#stopped && this.#code?.pendingAt(this.settings.folder) === undefined) this.#open();
  }

  /**
   * Invokes the function with an event given as JSON text. Never rejects: failures are part of the result.
   * @param traceHeaders the trace headers of the messages in the event
   */
  async invokeJson(event: string, traceHeaders: readonly string[] = []): Promise<InvocationResult> {
    const { traceHeader, invocations } = continueChain(traceHeaders, this.settings.arn);
    if (invocations > MAX_INVOCATIONS && this.settings.allowsRecursion !== true) return this.#recursive();
    const pending = this.#code?.pendingAt(this.settings.folder);
    // Wait until the function's code is available before starting the timeout.
    if (pending !== undefined) await Promise.race([pending, this.#stopping.promise]);
    if (this.#stopped) return STOPPING;
    const end = this.#concurrency.begin(this.settings.name);
    if (!end) return this.#throttled();
    const environment = this.#open();
    const id = randomUUID();
    const milliseconds = this.settings.timeoutSeconds * 1000;
    const timer = setTimeout(() => {
      if (this.#current === environment) this.#current = undefined;
      this.#alone = true;
      environment.retire(id, {
        errorType: 'Sandbox.Timedout',
        errorMessage: `RequestId: ${id} Error: Task timed out after ${this.settings.timeoutSeconds.toFixed(2)} seconds`,
      });
    }, milliseconds);
    const invocation = environment.invoke({
      id,
      event,
      traceHeader,
      deadline: Date.now() + milliseconds,
    });
    this.#pending.add(invocation);
    const result = await invocation;
    this.#pending.delete(invocation);
    clearTimeout(timer);
    end();
    this.onSettled(this.settings.role);
    if (result.error !== undefined) this.#report(result.error);
    return result;
  }

  invoke(event: unknown, traceHeaders?: readonly string[]): Promise<InvocationResult> {
    return this.invokeJson(JSON.stringify(event), traceHeaders);
  }

  /**
   * Rejects new invocations and waits briefly for running ones. Invocations that are still running after the
   * wait are stopped later, together with their thread.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopping.resolve(undefined);
    if (this.#pending.size > 0) {
      await Promise.race([Promise.all(this.#pending), sleep(GRACE_MILLISECONDS, undefined, { ref: false })]);
    }
  }

  /** Writes buffered output to the log. */
  flushLog(): void {
    this.#log.flush();
  }

  #throttled(): InvocationResult {
    this.#onError(`${this.settings.name}: throttled: too many concurrent invocations`);
    return THROTTLED;
  }

  #recursive(): InvocationResult {
    this.#onError(
      `${this.settings.name}: invocation dropped: recursive loop of more than ${MAX_INVOCATIONS} invocations`,
    );
    return RECURSIVE;
  }

  #report({ errorType, errorMessage }: FunctionError): void {
    // If the runner stopped during the invocation, don't report this as a failure of the function.
    if (this.#stopped) return;
    if (errorType === 'Sandbox.Timedout') this.#log.write(`${errorMessage}\n`);
    this.#onError(`${this.settings.name}: ${errorType}: ${errorMessage}`);
  }

  #open(): ExecutionEnvironment {
    // If its thread was idle for a long time, the environment no longer exists, so create a new one.
    if (!this.#current?.isOpen) this.#current = this.#create();
    return this.#current;
  }

  #create(): ExecutionEnvironment {
    const { folder, handler, name, arn, memoryMegabytes, role, environment: variables } = this.settings;
    const needs = {
      sourceMaps: variables['NODE_OPTIONS']?.includes('--enable-source-maps') ?? false,
    };
    const thread = this.#alone ? this.#threads.own(needs) : this.#threads.shared(needs);
    const worker = {
      folder: this.#code?.newestOf(folder) ?? folder,
      handler,
      functionName: name,
      functionArn: arn,
      memoryMegabytes,
      role,
      variables,
    };
    const environment: ExecutionEnvironment = new ExecutionEnvironment(thread, worker, {
      onLog: (text) => {
        this.#log.write(text);
        this.#activity?.log(text);
      },
      onWebhook: (webhook) => this.#activity?.webhook(webhook),
      onDenied: (denied) => this.#onError(`${name}: ${denied}`),
      onEnd: (cause) => {
        if (cause === 'crash') this.#alone = true;
        if (this.#current === environment) this.#current = undefined;
      },
    });
    return environment;
  }
}
