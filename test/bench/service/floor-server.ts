/**
 * A process that responds to posts as simply as it can be done: a plain HTTP server around the bare handler of
 * `floor-handler.ts`, with an emulator and tables as the service has them. Its arguments are the bundle and the name of the
 * handler in it; it sends its parent the address at which it listens. With `FLOOR_WEBHOOK_URL` it delivers what the handler
 * queues, from a queue as the service has it, ten messages at a time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CREDENTIALS, REGION } from '../../../local/aws-names.ts';
import { listenOnLoopback } from '../../../local/http/loopback-server.ts';
import { SqsEmulator } from '../../../local/sqs/sqs-emulator.ts';
import { Stack } from '../../../local/template/stack.ts';
import { assemblyFolder, STACK_NAME } from '../../support/assembly/assembly.ts';
import { startStores } from '../../support/emulators/stores.ts';

type Handler = (event: {
  readonly pathParameters: { readonly slug: string };
  readonly body: string;
}) => Promise<{ readonly statusCode: number }>;

type Floor = Readonly<Record<string, Handler>> & { readonly deliver: (message: string) => Promise<void> };

const { tables, endpoint: dynamodb, stop: stopStores } = await startStores();
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-queue-'));
const queues = await SqsEmulator.start(folder);
const stack = Stack.read(assemblyFolder(), STACK_NAME, {
  sqsEndpoint: queues.endpoint,
  apiEndpoint: 'http://127.0.0.1:1',
});
queues.createQueues(stack);
const { DeliveriesQueue = '' } = stack.outputs();
Object.assign(process.env, {
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
  AWS_ENDPOINT_URL_SQS: queues.endpoint,
  ACCOUNTS_TABLE: tables.accounts,
  COUNTERS_TABLE: tables.counters,
  DELIVERIES_QUEUE_URL: DeliveriesQueue,
  DELIVERIES_TABLE: tables.deliveries,
  FORM_SLUGS_TABLE: tables.formSlugs,
  SUBMISSIONS_TABLE: tables.submissions,
  WEBHOOKS_TABLE: tables.webhooks,
});
const [, , bundle = '', name = ''] = process.argv;
const { [name]: handler, deliver } = (await import(pathToFileURL(bundle).href)) as Floor;
if (!handler) throw new Error(`the floor has no ${name}`);

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

const queue = queues.queueAt(DeliveriesQueue, 'the floor');
async function deliverAll(): Promise<void> {
  while (process.connected) {
    const messages = await queue.receive(10, 20);
    await Promise.all(
      messages.map(async ({ message, receiptHandle }) => {
        await deliver(message.body);
        queue.delete(receiptHandle);
      }),
    );
  }
}

const listening = await listenOnLoopback(server);
const delivering = process.env['FLOOR_WEBHOOK_URL'] === undefined ? undefined : deliverAll();
async function stop(): Promise<void> {
  await listening.stop();
  queue.endWaiting();
  await delivering;
  await queues.stop();
  await stopStores();
  rmSync(folder, { recursive: true, force: true });
}
process.once('disconnect', () => void stop());
process.send?.(listening.endpoint);
