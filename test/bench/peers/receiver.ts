/** Receives the webhooks of every system. Finds an event by the marker in its payload. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Receiver {
  /** Returns a URL that responds with 204, or never responds if it hangs. */
  urlOf(name: string): string;
  hang(name: string): void;
  /** Number of requests that were answered. */
  received(): number;
  /** Returns the first arrival of a marked event, in milliseconds of `performance.now()`. */
  arrivalOf(marker: number): number | undefined;
  /** Waits until a condition holds. Returns false if it doesn't hold within the limit. */
  until(condition: () => boolean, limitMilliseconds: number): Promise<boolean>;
  stop(): void;
}

/** Starts the receiver on the loopback interface. */
export async function startReceiver(): Promise<Receiver> {
  const hanging = new Set<string>();
  const arrivals = new Map<number, number>();
  let received = 0;
  const server = createServer((request, response) => {
    const at = performance.now();
    if (hanging.has(request.url ?? '')) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      received += 1;
      const marker = /marker-(\d+)-/.exec(Buffer.concat(chunks).toString())?.[1];
      if (marker !== undefined && !arrivals.has(Number(marker))) arrivals.set(Number(marker), at);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urlOf: (name) => `${base}/${name}`,
    hang: (name) => void hanging.add(`/${name}`),
    received: () => received,
    arrivalOf: (marker) => arrivals.get(marker),
    async until(condition, limitMilliseconds) {
      const limit = performance.now() + limitMilliseconds;
      while (!condition() && performance.now() < limit) await pause(20);
      return condition();
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
