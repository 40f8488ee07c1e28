/** Runs a webhook receiver over real HTTP that records requests and responds as configured. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownContract } from '../contract/own-contract.ts';

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  /** The webhook body's raw bytes, for checking the signature. */
  readonly bytes: Buffer;
  readonly body: { type: string; id: string; created_at: string; data: Record<string, unknown> };
  /** Time when the request arrived, in milliseconds since the epoch. */
  readonly at: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Resolves when the total number of requests received reaches `count`. */
  until(count: number): Promise<readonly ReceivedWebhook[]>;
  /** Waits until a matching webhook has arrived and returns it. */
  untilOne(matches: (webhook: ReceivedWebhook) => boolean): Promise<ReceivedWebhook>;
  stop(): Promise<void>;
}

/**
 * Starts a receiver that checks every webhook against the OpenAPI document. If a webhook doesn't match the
 * document, pending waits and `stop` fail.
 * @param statusOf returns the status for the request with this number, starting at 1; the response waits for
 *   the result
 * @param ownHeaders names of the webhooks' custom headers, in lowercase
 */
export async function startReceiver(
  statusOf: (count: number, webhook: ReceivedWebhook) => number | Promise<number> = () => 200,
  ownHeaders: readonly string[] = [],
): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const waiting = new Set<() => void>();
  /** The error for the first webhook that violated the OpenAPI document. */
  let broken: Error | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const body = JSON.parse(bytes.toString()) as ReceivedWebhook['body'];
      const webhook = { headers: request.headers, bytes, body, at: Date.now() };
      try {
        const documented = Object.entries(request.headers).filter(([name]) => !ownHeaders.includes(name));
        ownContract().checkWebhook({ ...webhook, headers: Object.fromEntries(documented) });
      } catch (error) {
        broken ??= error as Error;
      }
      received.push(webhook);
      const status = statusOf(received.length, webhook);
      if (typeof status === 'number') response.writeHead(status).end('heard');
      else void status.then((code) => response.writeHead(code).end('heard'));
      for (const look of waiting) look();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (broken) {
          reject(broken);
          return;
        }
        const found = look();
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });

  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    until: (count) => until(() => (received.length >= count ? received.slice(0, count) : undefined)),
    untilOne: (matches) => until(() => received.find(matches)),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (broken) throw broken;
    },
  };
}
