/** Keeps the functions of one thread apart: what belongs to the whole thread in Node is each function's own here. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { exitError } from './exit-error.ts';
import type { LogBuffer } from './log-buffer.ts';
import type { LoadedFunction } from './loaded-function.ts';
import type { FunctionError } from './worker-messages.ts';

const running = new AsyncLocalStorage<LoadedFunction>();

/** The function whose code runs now; undefined for the runner's own. */
export const callerOf = (): LoadedFunction | undefined => running.getStore();

/** Runs `act`, and all that it starts, as code of the function. */
export const runAs = <T>(fn: LoadedFunction, act: () => T): T => running.run(fn, act);

/** Ends the code that asked for the end of its process. */
class Exited extends Error {
  override name = 'Exited' as const;
}

/** From now on each function has its own variables and log, and ends alone when it exits or crashes. */
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

/** `process.env` of the function that looks; that of the thread for the runner's own code. */
function environmentOfCaller(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const current = (): NodeJS.ProcessEnv => callerOf()?.variables ?? own;
  return new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get: (_, name) => Reflect.get(current(), name) as unknown,
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
 * What this thread writes to its standard streams goes to a log.
 * @param logNow the log of the code that writes; undefined for what stays with the thread
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
