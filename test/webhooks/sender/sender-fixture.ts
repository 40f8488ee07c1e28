/** Creates webhook senders and receivers, and closes them when a test ends. */
import * as net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createWebhookSender,
  type SendOutcome,
  type WebhookSender,
  type WebhookSenderOptions,
} from '../../../lambdas/webhooks/sender/webhook-sender.ts';
import { type Behaviour, type Receiver, startReceiver, startTlsReceiver } from './webhook-receivers.ts';

export const PUBLIC_ADDRESS = '93.184.216.34';
export const DEADLINE_MS = 300;
/** Allowance in milliseconds for late timers, on two cores with other test suites running. */
export const SLACK_MS = 1_500;

export const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((part) => part.close()));
});

export function sender(options: Partial<WebhookSenderOptions> = {}): WebhookSender {
  const made = createWebhookSender({
    allowHttp: true,
    allowPrivateTargets: true,
    ownHosts: [],
    deadlineMs: DEADLINE_MS,
    ...options,
  });
  open.push(made);
  return made;
}

export async function receiver(behaviour: Behaviour): Promise<Receiver> {
  const made = await startReceiver(behaviour);
  open.push(made);
  return made;
}

export async function tlsReceiver(behaviour: Behaviour, certificate?: string): Promise<Receiver> {
  const made = await startTlsReceiver(behaviour, certificate);
  open.push(made);
  return made;
}

export const webhook = {
  headers: { 'content-type': 'application/json', 'x-svc-event': 'webhook.test' },
  body: '{"a":1}',
};

/**
 * Sends a webhook to a receiver with this behavior. The deadline is long enough for all receivers except slow
 * ones.
 */
export async function sendTo(
  behaviour: Behaviour,
  options: Partial<WebhookSenderOptions> = {},
): Promise<SendOutcome> {
  const { port } = await receiver(behaviour);
  return sender({ deadlineMs: 5_000, ...options }).send({ url: `http://127.0.0.1:${port}/in`, ...webhook });
}

export function refusal(error: string): object {
  return { status_code: 0, duration_ms: expect.any(Number), response_excerpt: null, error };
}

export async function eventually(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !condition(); tries += 1) await delay(10);
  expect(condition()).toBe(true);
}

export const OK = 'HTTP/1.1 200 OK\r\n';
export const CLOSED = 'The endpoint closed the connection before its response was complete.';
export const TOO_LATE = 'No complete response arrived within 0.3 s.';
export const NOT_HTTP = 'The endpoint did not respond with valid HTTP/1.1.';
export const WRONG_LENGTH = "The length of the response doesn't match its Content-Length header.";
export const NOT_PUBLIC = "The host name resolves to an address that isn't public.";

export function resolving(...addresses: string[]) {
  return () => Promise.resolve(addresses.map((address) => ({ address, family: net.isIP(address) || 4 })));
}

export function neverDialled(): never {
  throw new Error('No connection may be attempted.');
}

export function resetAfter(start: string): Behaviour {
  return (socket) =>
    socket.once('data', () => socket.write(start, () => setTimeout(() => socket.resetAndDestroy(), 50)));
}
