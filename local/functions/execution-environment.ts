/** A worker thread with a function loaded in it. */
import type { WriteStream } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../runner-error.ts';
import type {
  DenialMessage,
  FunctionError,
  InvokeMessage,
  ResultMessage,
  WorkerSettings,
} from './worker-messages.ts';

/** What became of one invocation: the handler's result as JSON text, or an error as Lambda words it. */
export type InvocationResult =
  | { readonly payload: string; readonly error?: undefined }
  | { readonly error: FunctionError; readonly payload?: undefined };

/**
 * One worker thread with a function loaded in it. It answers every invocation exactly once: with the handler's
 * result, or with `Runtime.ExitError` when the thread ends first.
 */
export class ExecutionEnvironment {
  readonly #worker: Worker;
  readonly #pending = new Map<string, (result: InvocationResult) => void>();
  #crash: FunctionError | undefined;
  #retired = false;

  /**
   * @param onDenied called with why a request to AWS is not allowed.
   * @param onEnd called once when the thread has ended, for whatever reason.
   */
  constructor(
    settings: WorkerSettings,
    environment: Record<string, string>,
    log: WriteStream,
    onDenied: (reason: string) => void,
    onEnd: () => void,
  ) {
    this.#worker = new Worker(new URL('./function-worker.ts', import.meta.url), {
      workerData: settings,
      env: environment,
      // Nothing of the runner's own loaders (tsx) belongs in a function; source maps, as NODE_OPTIONS sets them there.
      execArgv: environment['NODE_OPTIONS']?.includes('--enable-source-maps') ? ['--enable-source-maps'] : [],
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.pipe(log, { end: false });
    this.#worker.stderr.pipe(log, { end: false });
    this.#worker.on('message', (message: ResultMessage | DenialMessage) => {
      if ('denied' in message) onDenied(message.denied);
      else
        this.#settle(
          message.id,
          'error' in message ? { error: message.error } : { payload: message.payload },
        );
    });
    this.#worker.on('error', (thrown: unknown) => {
      const error = thrown instanceof Error ? thrown : new Error(messageOf(thrown));
      this.#crash = {
        errorType: error.name,
        errorMessage: error.message,
        trace: error.stack?.split('\n') ?? [],
      };
      log.write(`${error.stack ?? error.message}\n`);
    });
    this.#worker.on('exit', (code) => {
      const error = this.#crash ?? {
        errorType: 'Runtime.ExitError',
        errorMessage: `Runtime exited with ${code === 0 ? 'no error' : `error: exit status ${code}`}`,
      };
      for (const id of [...this.#pending.keys()]) this.#settle(id, { error });
      onEnd();
    });
  }

  /** Runs one invocation; never rejects. */
  invoke(message: InvokeMessage): Promise<InvocationResult> {
    return new Promise((resolve) => {
      this.#pending.set(message.id, resolve);
      this.#worker.postMessage(message);
    });
  }

  /**
   * Gives an invocation up and takes no new ones: the thread ends as soon as the invocations that share it are done.
   * Lambda kills the environment of a timed-out invocation too, but there it is alone in it.
   */
  retire(id: string, error: FunctionError): void {
    this.#retired = true;
    this.#settle(id, { error });
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(id: string, result: InvocationResult): void {
    this.#pending.get(id)?.(result);
    this.#pending.delete(id);
    if (this.#retired && this.#pending.size === 0) void this.#worker.terminate();
  }
}
