/** Runs a function that is loaded in a thread. */
import { randomUUID } from 'node:crypto';
import type { FunctionThread } from './function-thread.ts';
import type { OutgoingRequest } from './outgoing-requests.ts';
import type {
  EnvironmentMessage,
  FunctionError,
  Invocation,
  ResultMessage,
  WorkerSettings,
} from './worker-messages.ts';

/** The result of an invocation: the handler's result as JSON text, or an error in Lambda's format. */
export type InvocationResult =
  | { readonly payload: string; readonly error?: undefined }
  | { readonly error: FunctionError; readonly payload?: undefined };

/** Callbacks for events of an execution environment. */
export interface EnvironmentEvents {
  readonly onLog: (text: string) => void;
  /** Called with the reason if an AWS request is denied. */
  readonly onDenied: (reason: string) => void;
  readonly onWebhook: (webhook: OutgoingRequest) => void;
  /** Called once when the environment has stopped for any reason. */
  readonly onEnd: (cause: 'crash' | 'thread') => void;
}

/**
 * A function loaded in a thread. Every invocation gets exactly one response: the handler's result, or an
 * error if the environment or its thread stops first.
 */
export class ExecutionEnvironment {
  readonly #id = randomUUID();
  readonly #thread: FunctionThread;
  readonly #events: EnvironmentEvents;
  readonly #pending = new Map<string, (result: InvocationResult) => void>();

  constructor(thread: FunctionThread, settings: WorkerSettings, events: EnvironmentEvents) {
    this.#thread = thread;
    this.#events = events;
    thread.load(this.#id, settings, {
      hear: (message) => this.#hear(message),
      end: (error) => this.#end(error, 'thread'),
    });
  }

  /** Returns true if the environment accepts invocations. */
  get isOpen(): boolean {
    return this.#thread.isOpen;
  }

  /** Runs one invocation. The promise never rejects. */
  invoke(invocation: Invocation): Promise<InvocationResult> {
    return new Promise((resolve) => {
      this.#pending.set(invocation.id, resolve);
      this.#thread.invoke(this.#id, invocation);
    });
  }

  /**
   * Abandons an invocation and accepts no new ones. The thread stops once all other invocations in it have
   * finished. Lambda also stops the environment of an invocation that timed out, but on Lambda, each
   * environment runs only one invocation at a time.
   */
  retire(id: string, error: FunctionError): void {
    this.#settle(id, { error });
    this.#thread.retire();
  }

  #hear({ log, result, denied, webhook, crash }: EnvironmentMessage): void {
    if (log !== undefined) this.#events.onLog(log);
    if (denied !== undefined) this.#events.onDenied(denied);
    if (webhook) this.#events.onWebhook(webhook);
    if (result) this.#settle(result.id, resultOf(result));
    if (crash) {
      this.#thread.leave(this.#id);
      this.#end(crash, 'crash');
    }
  }

  #end(error: FunctionError, cause: 'crash' | 'thread'): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id, { error });
    this.#events.onEnd(cause);
  }

  #settle(id: string, result: InvocationResult): void {
    const resolve = this.#pending.get(id);
    if (!resolve) return;
    this.#pending.delete(id);
    resolve(result);
    this.#thread.settled();
  }
}

function resultOf(message: ResultMessage): InvocationResult {
  return 'error' in message ? { error: message.error } : { payload: message.payload };
}
