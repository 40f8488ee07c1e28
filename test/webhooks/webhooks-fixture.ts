/**
 * Sets up an account with a new form for each test, and functions that call the form's webhook operations.
 * Importing this file starts the stores before the tests.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { handlersOn, type Answered } from '../support/service/handlers.ts';
import { startReceiver, type ReceivedWebhook, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

export let stores: TestStores;
export let call: ReturnType<typeof handlersOn>;
export let account: TestAccount;
export let form: { id: string; slug: string };
export const open: Receiver[] = [];

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores, {
    ALLOW_HTTP_WEBHOOKS: 'true',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    WEBHOOK_DEADLINE_MS: '1000',
  });
  account = await newAccount(stores, { plan: 'team' });
});
afterAll(() => stores.stop());
beforeEach(() => newForm('Contact'));
afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.stop()));
});

/** Creates a form, which `create` and `list` then use until the next call. */
export async function newForm(name: string): Promise<void> {
  form = (await call('createForm', { key: account.key, body: { name } })).body;
}

export async function receiver(statusOf?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const made = await startReceiver(statusOf);
  open.push(made);
  return made;
}

export const create = (url: string, key = account.key): Promise<Answered> =>
  call('createWebhook', { key, path: { id: form.id }, body: { url } });
export const change = (id: string, body: unknown, key = account.key): Promise<Answered> =>
  call('updateWebhook', { key, path: { id }, body });
export const list = async (): Promise<any[]> =>
  (await call('listWebhooks', { key: account.key, path: { id: form.id } })).body.data;
export const deliveries = async (id: string): Promise<any[]> =>
  (await call('listDeliveries', { key: account.key, path: { id } })).body.data;
export const ping = (id: string): Promise<Answered> =>
  call('testWebhook', { key: account.key, path: { id } });
export const replay = (id: string, key = account.key): Promise<Answered> =>
  call('replayDelivery', { key, path: { id } });

export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const SECRET = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);

export function signatureOf({ bytes }: ReceivedWebhook, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
}

export async function silentServer(): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume()).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  return server;
}

/** Starts a receiver that responds to every request with this text. */
export async function tellingReceiver(text: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
