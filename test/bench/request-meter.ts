/**
 * Notes every AWS request that reaches the emulators of a local service: loaded into its process (`NODE_OPTIONS`), it
 * hears of each request there by Node's own diagnostics. DynamoDB, a process of its own, has a meter of its own.
 */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';

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
