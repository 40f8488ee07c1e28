/**
 * Records every AWS request to a local service's emulators, and every function invocation. It's loaded into
 * the service's process with `NODE_OPTIONS` and observes requests through Node's diagnostics channels.
 * DynamoDB runs in a separate process with another meter.
 */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Worker } from 'node:worker_threads';
import type { InvokeMessage } from '../../local/functions/worker-messages.ts';

const file = process.env['BENCH_REQUESTS_FILE'];

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  // AWS4-HMAC-SHA256 Credential=KEY/DATE/REGION/SERVICE/aws4_request, …
  const service = /Credential=[^/]+\/\d+\/[^/]+\/(\w+)\//.exec(request.headers.authorization ?? '')?.[1];
  if (service === undefined || file === undefined) return;
  const target = String(request.headers['x-amz-target'] ?? '').split('.')[1];
  const path = (request.url ?? '').replace(/[?].*/, '');
  appendFileSync(file, `${service}: ${target ?? `${request.method ?? ''} ${path.split('/')[1] ?? ''}`}\n`);
});

/** Returns the type of the function's invoker, and the queue or stream that contained the records. */
function invokerOf(event: string): string {
  const parsed = JSON.parse(event) as {
    requestContext?: object;
    Records?: readonly { eventSource?: string; eventSourceARN?: string }[];
  } | null;
  if (parsed?.requestContext) return 'http';
  const { eventSource = 'schedule', eventSourceARN = '' } = parsed?.Records?.[0] ?? {};
  return `${eventSource} ${eventSourceARN}`.trimEnd();
}

/** Functions run in worker threads and receive their events as messages. */
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message: unknown, ...rest: []) {
  const { invocation } = (message ?? {}) as Partial<InvokeMessage>;
  if (file !== undefined && invocation) appendFileSync(file, `invoke: ${invokerOf(invocation.event)}\n`);
  postMessage.call(this, message, ...rest);
};
