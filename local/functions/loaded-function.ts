/** Runs a function in its execution environment inside a worker thread. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LogBuffer } from './log-buffer.ts';
import { runAs } from './thread-isolation.ts';
import type { FunctionError, Invocation, ResultMessage, WorkerSettings } from './worker-messages.ts';

type Handler = (event: unknown, context: unknown) => unknown;

export class LoadedFunction {
  readonly environment: string;
  readonly settings: WorkerSettings;
  /** Its `process.env`. */
  readonly variables: NodeJS.ProcessEnv;
  /** The function's output, sent with its next result. */
  readonly log: LogBuffer;
  #loading: Promise<Handler> | undefined;

  constructor(environment: string, settings: WorkerSettings, onLog: (text: string) => void) {
    this.environment = environment;
    this.settings = settings;
    this.variables = { ...settings.variables };
    this.log = new LogBuffer(onLog);
  }

  /** Loads the handler before the first invocation. If loading fails, that invocation fails. */
  load(): void {
    this.#loading = runAs(this, () => this.#import());
    this.#loading.catch(() => undefined);
  }

  /** Runs an invocation. The promise never rejects. */
  async invoke(invocation: Invocation): Promise<ResultMessage> {
    try {
      const handler = await this.#loading;
      const event = JSON.parse(invocation.event) as unknown;
      const act = (): unknown => handler?.(event, this.#context(invocation));
      const result = (await runAs(this, act, invocation.traceHeader)) ?? null;
      return { id: invocation.id, payload: JSON.stringify(result) };
    } catch (thrown) {
      const error = serialised(thrown);
      this.log.write(`Invoke Error ${JSON.stringify({ requestId: invocation.id, ...error })}\n`);
      return { id: invocation.id, error };
    }
  }

  async #import(): Promise<Handler> {
    const { folder, handler } = this.settings;
    const dot = handler.lastIndexOf('.');
    const module = path.resolve(folder, handler.slice(0, dot));
    const file = ['.mjs', '.js', '.cjs']
      .map((extension) => module + extension)
      .find((name) => existsSync(name));
    if (file === undefined) {
      throw failure('Runtime.ImportModuleError', `Error: Cannot find module '${path.basename(module)}'`);
    }
    // The query string makes Node load the modules separately for each function, even if several functions
    // use the same file.
    const url = `${pathToFileURL(file).href}?${this.environment}`;
    const loaded = (await import(url)) as Record<string, unknown> & { default?: unknown };
    const fromDefault = (loaded.default ?? {}) as Record<string, unknown>;
    const exported = handler.slice(dot + 1);
    const found = loaded[exported] ?? fromDefault[exported];
    if (typeof found !== 'function') {
      throw failure('Runtime.HandlerNotFound', `${handler} is undefined or not exported`);
    }
    return found as Handler;
  }

  #context({ id, deadline }: Invocation): object {
    const { functionName, functionArn, memoryMegabytes } = this.settings;
    return {
      callbackWaitsForEmptyEventLoop: true,
      functionVersion: '$LATEST',
      functionName,
      memoryLimitInMB: String(memoryMegabytes),
      logGroupName: `/aws/lambda/${functionName}`,
      logStreamName: 'local',
      invokedFunctionArn: functionArn,
      awsRequestId: id,
      getRemainingTimeInMillis: () => Math.max(deadline - Date.now(), 0),
    };
  }
}

function failure(errorType: string, errorMessage: string): Error {
  const error = new Error(errorMessage);
  error.name = errorType;
  return error;
}

function serialised(thrown: unknown): FunctionError {
  if (!(thrown instanceof Error))
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') ?? [] };
}
