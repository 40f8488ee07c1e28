/**
 * Runs inside a function's worker thread: loads its handler as Lambda's Node runtime does and answers invocations.
 * Node itself strips the types of this file and of what it imports, as no loader is inherited.
 */
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import http from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { guardRequests } from '../iam/guarded-requests.ts';
import { noteUsed } from '../iam/permission-usage.ts';
import type {
  DenialMessage,
  FunctionError,
  InvokeMessage,
  ResultMessage,
  WorkerSettings,
} from './worker-messages.ts';

type Handler = (event: unknown, context: unknown) => unknown;

const settings = workerData as WorkerSettings;

function failure(errorType: string, errorMessage: string): Error {
  const error = new Error(errorMessage);
  error.name = errorType;
  return error;
}

async function loadHandler(): Promise<Handler> {
  const dot = settings.handler.lastIndexOf('.');
  const module = path.resolve(settings.folder, settings.handler.slice(0, dot));
  const exported = settings.handler.slice(dot + 1);
  const file = ['.mjs', '.js', '.cjs']
    .map((extension) => module + extension)
    .find((name) => existsSync(name));
  if (file === undefined) {
    throw failure('Runtime.ImportModuleError', `Error: Cannot find module '${path.basename(module)}'`);
  }
  const loaded = (await import(pathToFileURL(file).href)) as Record<string, unknown> & { default?: unknown };
  const fromDefault = (loaded.default ?? {}) as Record<string, unknown>;
  const handler = loaded[exported] ?? fromDefault[exported];
  if (typeof handler !== 'function') {
    throw failure('Runtime.HandlerNotFound', `${settings.handler} is undefined or not exported`);
  }
  return handler as Handler;
}

function context(message: InvokeMessage): object {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionVersion: '$LATEST',
    functionName: settings.functionName,
    memoryLimitInMB: String(settings.memoryMegabytes),
    logGroupName: `/aws/lambda/${settings.functionName}`,
    logStreamName: 'local',
    invokedFunctionArn: settings.functionArn,
    awsRequestId: message.id,
    getRemainingTimeInMillis: () => Math.max(message.deadline - Date.now(), 0),
  };
}

function serialised(thrown: unknown): FunctionError {
  if (!(thrown instanceof Error))
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') ?? [] };
}

if (settings.role) {
  guardRequests(http, () => settings.role, {
    onDenied: (denied) => {
      const message: DenialMessage = { denied };
      parentPort?.postMessage(message);
    },
    onUsed: noteUsed,
  });
  syncBuiltinESMExports();
}

// The handler is loaded at once, so that a worker made ahead of time is warm; a failure shows at the first invocation.
const loading = loadHandler();
loading.catch(() => undefined);

async function answer(message: InvokeMessage): Promise<ResultMessage> {
  try {
    const handler = await loading;
    const result = (await handler(JSON.parse(message.event), context(message))) ?? null;
    return { id: message.id, payload: JSON.stringify(result) };
  } catch (thrown) {
    const error = serialised(thrown);
    console.error('Invoke Error', JSON.stringify({ requestId: message.id, ...error }));
    return { id: message.id, error };
  }
}

parentPort?.on('message', (message: InvokeMessage) => {
  void answer(message).then((result) => parentPort?.postMessage(result));
});
