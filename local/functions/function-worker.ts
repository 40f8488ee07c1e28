/**
 * Runs in a worker thread. Loads functions as Lambda's Node runtime does and responds to their invocations.
 * Each function has its own execution environment with separate modules, variables, log and role.
 */
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { guardRequests } from '../iam/guarded-requests.ts';
import { noteUsed } from '../iam/permission-usage.ts';
import { LoadedFunction } from './loaded-function.ts';
import { onOutgoingRequest } from './outgoing-requests.ts';
import { callerOf, isolateEnvironments } from './thread-isolation.ts';
import type { EnvironmentMessage, InvokeMessage, LoadMessage } from './worker-messages.ts';

const functions = new Map<string, LoadedFunction>();
const tell = (message: EnvironmentMessage): void => parentPort?.postMessage(message);

isolateEnvironments({
  onCrash: (environment, crash) => {
    const log = functions.get(environment)?.log.take();
    functions.delete(environment);
    tell({ environment, log, crash });
  },
});
guardRequests(http, () => callerOf()?.settings.role, {
  onDenied: (denied) => {
    const caller = callerOf();
    if (caller) tell({ environment: caller.environment, denied });
  },
  onUsed: noteUsed,
});
syncBuiltinESMExports();
onOutgoingRequest(() => {
  const caller = callerOf();
  // Only report requests from functions that deliver webhooks. Requests from other functions are not
  // webhooks: they go to identity providers or Cloudflare.
  if (!caller?.settings.functionName.includes('WebhookDelivery')) return undefined;
  return (webhook) => tell({ environment: caller.environment, webhook });
});

async function answer({ environment, invocation }: InvokeMessage): Promise<void> {
  const fn = functions.get(environment);
  if (!fn) return;
  const result = await fn.invoke(invocation);
  // If the function has crashed, the result has already been reported.
  if (functions.has(environment)) tell({ environment, log: fn.log.take(), result });
}

parentPort?.on('message', (message: LoadMessage | InvokeMessage) => {
  if ('invocation' in message) {
    void answer(message);
    return;
  }
  const { environment, settings } = message;
  const fn = new LoadedFunction(environment, settings, (log) => tell({ environment, log }));
  functions.set(environment, fn);
  fn.load();
});
