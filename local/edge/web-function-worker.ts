/**
 * Runs inside a web function's worker thread: loads the file that starts its server, which has done so when it is
 * loaded. Node itself strips the types of this file and of what it imports, as no loader is inherited.
 */
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { LogBuffer } from '../functions/log-buffer.ts';
import { spareMemory } from '../functions/spare-memory.ts';
import { writeToLog } from '../functions/thread-isolation.ts';
import type { SpareMemoryMessage } from '../functions/worker-messages.ts';
import { guardRequests } from '../iam/guarded-requests.ts';
import { noteUsed } from '../iam/permission-usage.ts';
import type { StopMessage, WebWorkerMessage, WebWorkerSettings } from './web-worker-messages.ts';

const { entry, role } = workerData as WebWorkerSettings;
const tell = (message: WebWorkerMessage): void => parentPort?.postMessage(message);

if (role) {
  guardRequests(http, () => role, { onDenied: (denied) => tell({ denied }), onUsed: noteUsed });
  syncBuiltinESMExports();
}
const log = new LogBuffer((text) => tell({ log: text }));
writeToLog(() => log);
// An error that nobody catches ends the thread.
process.once('exit', () => log.flush());
// Its server keeps the thread up: waiting for messages need not.
parentPort?.on('message', (message: SpareMemoryMessage | StopMessage) => {
  if ('spareMemory' in message) {
    spareMemory(message.spareMemory);
    return;
  }
  process.exit();
});
parentPort?.unref();
await import(pathToFileURL(entry).href);
tell({ isListening: true });
