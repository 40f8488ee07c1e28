/**
 * The edge thread's entry point. The thread starts listening immediately, and later receives the settings
 * that determine where requests go. The thread has no TypeScript loader, so Node strips the types from this
 * file and its imports.
 */
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { LogBuffer } from '../functions/log-buffer.ts';
import { writeToLog } from '../functions/thread-isolation.ts';
import type { ApiRequest } from '../http/api-event.ts';
import type { ApiResponse } from '../http/api-response.ts';
import { guardRequests } from '../iam/guarded-requests.ts';
import { noteUsed } from '../iam/permission-usage.ts';
import { messageOf } from '../runner-error.ts';
import { throttle } from './throttle.ts';
import { distribution } from './distribution.ts';
import type {
  EdgeSettings,
  EdgeThreadSettings,
  FromEdge,
  ToEdge,
  WebFunctionSettings,
} from './edge-messages.ts';
import { apiAlone, edgeBefore } from './local-edge.ts';
import { PublicServer } from './public-server.ts';
import { WebFunction } from './web-function.ts';

/**
 * Delay before the thread reports completed requests to the main thread, in milliseconds. Requests are
 * reported in batches, because each report wakes the main thread. Webhooks can be delayed by the same amount
 * of time.
 */
const SETTLED_MILLISECONDS = 10;

const { port } = workerData as EdgeThreadSettings;
const tell = (message: FromEdge, transferred: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transferred);

const responses = new Map<number, (response: ApiResponse) => void>();
let lastId = 0;
const ask = (request: ApiRequest): Promise<ApiResponse> =>
  new Promise((resolve) => {
    lastId += 1;
    responses.set(lastId, resolve);
    const body = new Uint8Array(request.body);
    tell({ kind: 'api request', id: lastId, request: { ...request, body } }, [body.buffer]);
  });
const postError = (message: string): void => tell({ kind: 'error', message });
const server = new PublicServer(ask, postError);
let webFunction: WebFunction | undefined;
let served: EdgeSettings | undefined;

const log = new LogBuffer((text) => tell({ kind: 'log', text }));
// An uncaught error stops the thread, so write the buffered log output before the thread exits.
process.once('exit', () => log.flush());

const postSettled = throttle(SETTLED_MILLISECONDS, () => tell({ kind: 'settled' }));

function serve(settings: EdgeSettings): void {
  const { webFunction: loaded, distribution: before } = settings;
  served = settings;
  webFunction =
    loaded &&
    new WebFunction(loaded, {
      onSettled: postSettled,
      onError: (error) => postError(`${loaded.name}: ${error}`),
    });
  server.edge = before ? edgeBefore(distribution(before), webFunction, postError) : apiAlone;
}

/**
 * Prepares the thread for a web function. Called once per thread, because the function shares the thread's
 * variables, log and role.
 */
function host({ environment, name, role }: WebFunctionSettings): void {
  // Change `process.env` in place, because `tmpdir` and other functions read the thread's own variables.
  for (const variable of Object.keys(process.env)) Reflect.deleteProperty(process.env, variable);
  Object.assign(process.env, environment);
  process.setSourceMapsEnabled(environment['NODE_OPTIONS']?.includes('--enable-source-maps') ?? false);
  writeToLog(() => log);
  if (!role) return;
  guardRequests(http, () => role, {
    onDenied: (message) => postError(`${name}: ${message}`),
    onUsed: noteUsed,
  });
  syncBuiltinESMExports();
}

parentPort?.on('message', (message: ToEdge) => {
  switch (message.kind) {
    case 'serve':
      if (message.settings.webFunction) host(message.settings.webFunction);
      serve(message.settings);
      break;
    case 'reload':
      if (served?.webFunction)
        serve({ ...served, webFunction: { ...served.webFunction, folder: message.folder } });
      webFunction?.warm();
      break;
    case 'withdraw':
      server.edge = apiAlone;
      void Promise.resolve(webFunction?.idle()).then(() => {
        log.flush();
        tell({ kind: 'withdrawn' });
      });
      break;
    case 'warm':
      webFunction?.warm();
      break;
    case 'api response':
      responses.get(message.id)?.(message.response);
      responses.delete(message.id);
      break;
    case 'stop':
      process.exit();
  }
});
await server.listen(port).then(
  (actual) => tell({ kind: 'listening', port: actual }),
  (error: unknown) =>
    tell({ kind: 'not listening', code: (error as NodeJS.ErrnoException).code, message: messageOf(error) }),
);
