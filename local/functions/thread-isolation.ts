/**
 * Isolates functions that share a thread. Each function gets its own copy of state that is normally shared
 * within the thread.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { exitError } from './exit-error.ts';
import type { LogBuffer } from './log-buffer.ts';
import type { LoadedFunction } from './loaded-function.ts';
import type { FunctionError } from './worker-messages.ts';

interface Running {
  readonly fn: LoadedFunction;
  /** Undefined while the function is loading. */
  readonly traceHeader: string | undefined;
}

const running = new AsyncLocalStorage<Running>();
/**
 * Name of the environment variable for the trace header. Its value differs between concurrent invocations.
 */
const TRACE_VARIABLE = '_X_AMZN_TRACE_ID';

/** Returns the function whose code is running, or undefined for the runner's own code. */
export const callerOf = (): LoadedFunction | undefined => running.getStore()?.fn;

/**
 * Runs `act`, and any asynchronous work that it starts, as part of the function's invocation with this trace
 * header.
 */
export const runAs = <T>(fn: LoadedFunction, act: () => T, traceHeader?: string): T =>
  running.run({ fn, traceHeader }, act);

/** Thrown when a function calls `process.exit`, to stop its code without exiting the process. */
class Exited extends Error {
  override name = 'Exited' as const;
}

/**
 * Gives each function its own variables and log, and makes sure that an exit or crash stops only the function
 * that caused it.
 */
export function isolateEnvironments({
  onCrash,
}: {
  readonly onCrash: (environment: string, crash: FunctionError) => void;
}): void {
  process.env = environmentOfCaller(process.env);
  writeToLog(() => callerOf()?.log);
  const exit = process.exit.bind(process);
  process.exit = (code) => {
    const caller = callerOf();
    if (!caller) return exit(code);
    const status = Number(code ?? process.exitCode ?? 0);
    process.exitCode = undefined;
    onCrash(caller.environment, exitError(status));
    throw new Exited();
  };
  process.on('uncaughtException', (thrown: unknown) => {
    if (thrown instanceof Exited) return;
    const caller = callerOf();
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (!caller) {
      console.error(error);
      return exit(1);
    }
    caller.log.write(`${error.stack ?? error.message}\n`);
    onCrash(caller.environment, {
      errorType: error.name,
      errorMessage: error.message,
      trace: error.stack?.split('\n') ?? [],
    });
  });
}

/**
 * Returns an object that behaves like the calling function's `process.env`, or like the thread's own
 * `process.env` if the runner's code uses it.
 */
function environmentOfCaller(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const current = (): NodeJS.ProcessEnv => callerOf()?.variables ?? own;
  return new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get: (_, name) =>
        name === TRACE_VARIABLE ? running.getStore()?.traceHeader : (Reflect.get(current(), name) as unknown),
      has: (_, name) => Reflect.has(current(), name),
      set: (_, name, value) => Reflect.set(current(), name, String(value)),
      deleteProperty: (_, name) => Reflect.deleteProperty(current(), name),
      ownKeys: () => Reflect.ownKeys(current()),
      getOwnPropertyDescriptor: (_, name) => {
        const found = Reflect.getOwnPropertyDescriptor(current(), name);
        return found && { ...found, configurable: true };
      },
    },
  );
}

/**
 * Redirects the thread's standard output and error to a log.
 * @param logNow returns the log of the calling code, or undefined to keep the thread's own output
 */
export function writeToLog(logNow: () => LogBuffer | undefined): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (...args: unknown[]): boolean => {
      const log = logNow();
      if (!log) return write(...args);
      const [chunk] = args;
      log.write(typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString());
      const done = args.findLast((each) => typeof each === 'function') as (() => void) | undefined;
      if (done) queueMicrotask(done);
      return true;
    };
  }
}
