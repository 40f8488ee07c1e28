/**
 * A process that responds to posts as simply as it can be done: a plain HTTP server around the bare handler of
 * `floor-handler.ts`, with an emulator and tables as the service has them. Its arguments are the bundle and the name of the
 * handler in it; it sends its parent the address at which it listens.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { pathToFileURL } from 'node:url';
import { CREDENTIALS, REGION } from '../../../local/aws-names.ts';
import { listenOnLoopback } from '../../../local/http/loopback-server.ts';
import { startStores } from '../../support/emulators/stores.ts';

type Handler = (event: {
  readonly pathParameters: { readonly slug: string };
  readonly body: string;
}) => Promise<{ readonly statusCode: number }>;

const { tables, endpoint: dynamodb, stop: stopStores } = await startStores();
Object.assign(process.env, {
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
  ACCOUNTS_TABLE: tables.accounts,
  COUNTERS_TABLE: tables.counters,
  FORM_SLUGS_TABLE: tables.formSlugs,
  SUBMISSIONS_TABLE: tables.submissions,
});
const [, , bundle = '', name = ''] = process.argv;
const { [name]: handler } = (await import(pathToFileURL(bundle).href)) as Record<string, Handler>;
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
const listening = await listenOnLoopback(server);
process.once('disconnect', () => void listening.stop().then(stopStores));
process.send?.(listening.endpoint);
