/**
 * Responds to submissions with as little work as possible: a plain HTTP server around the minimal handler in
 * `floor-handler.ts`, with the service's emulator and tables. The arguments are the bundle and the name of
 * the handler. The server sends its URL to the parent process. If `FLOOR_WEBHOOK_URL` is set, it delivers the
 * messages that the handler queues, ten at a time, from the same kind of queue as the service.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { pathToFileURL } from 'node:url';
import { CREDENTIALS, REGION } from '../../../local/aws-names.ts';
import { listenOnLoopback } from '../../../local/http/loopback-server.ts';
import { startStores } from '../../support/emulators/stores.ts';
import { startFloorQueue } from './floor-queue.ts';

type Handler = (event: {
  readonly pathParameters: { readonly slug: string };
  readonly body: string;
}) => Promise<{ readonly statusCode: number }>;

type Floor = Readonly<Record<string, Handler>> & { readonly deliver: (message: string) => Promise<void> };

const { tables, endpoint: dynamodb, stop: stopStores } = await startStores();
// Start the queue only if it's needed, because the queue also uses CPU.
const queue = process.env['FLOOR_WEBHOOK_URL'] === undefined ? undefined : await startFloorQueue();
Object.assign(process.env, {
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
  ...queue?.environment,
  ACCOUNTS_TABLE: tables.accounts,
  COUNTERS_TABLE: tables.counters,
  DELIVERIES_TABLE: tables.deliveries,
  FORM_SLUGS_TABLE: tables.formSlugs,
  SUBMISSIONS_TABLE: tables.submissions,
  WEBHOOKS_TABLE: tables.webhooks,
});
const [, , bundle = '', name = ''] = process.argv;
const { [name]: handler, deliver } = (await import(pathToFileURL(bundle).href)) as Floor;
if (!handler) throw new Error(`floor-handler.ts has no export ${name}`);

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const server = createServer((message, response) => {
  void bodyOf(message)
    .then((body) => handler({ pathParameters: { slug: 'floor' }, body: body.toString('base64') }))
    .then(
      ({ statusCode }) => response.writeHead(statusCode, { 'content-type': 'application/json' }).end('{}'),
      (error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
});
const listening = await listenOnLoopback(server);
queue?.deliverWith(deliver);
async function stop(): Promise<void> {
  await listening.stop();
  await queue?.stop();
  await stopStores();
}
process.once('disconnect', () => void stop());
process.send?.(listening.endpoint);
