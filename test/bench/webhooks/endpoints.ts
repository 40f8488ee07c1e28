/**
 * Starts endpoints for benchmarks. The endpoints do as little as possible, so that the benchmark only
 * measures the service.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

const envelope = z.object({ data: z.object({ submission_id: z.string() }) });

export interface Endpoints {
  /** Returns the URL of an endpoint that responds immediately. */
  urlOf(name: string): string;
  /** URL of an endpoint that accepts requests but never responds. */
  readonly hangingUrl: string;
  /** Makes the named endpoint respond with 500 to all further requests. */
  refuse(name: string): void;
  /** Makes the named endpoint stop responding to requests. */
  hang(name: string): void;
  /**
   * Returns the time when a responding endpoint first received a request for this submission, in milliseconds
   * since the epoch.
   */
  arrivalOf(submissionId: string): Promise<number>;
  /**
   * Requests to responding endpoints, each with the submission's id, the arrival time and the endpoint's
   * name.
   */
  readonly arrivals: readonly { readonly id: string; readonly at: number; readonly name: string }[];
  /** Resolves when the total number of requests received reaches `count`. */
  until(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the endpoints on the loopback interface. */
export async function startEndpoints(): Promise<Endpoints> {
  const first = new Map<string, PromiseWithResolvers<number>>();
  const arrivals: { id: string; at: number; name: string }[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const hanging = new Set(['/hangs']);
  const refusing = new Set<string>();
  const of = (id: string): PromiseWithResolvers<number> => {
    const found = first.get(id) ?? Promise.withResolvers<number>();
    first.set(id, found);
    return found;
  };
  const server = createServer((request, response) => {
    const at = Date.now();
    if (hanging.has(request.url ?? '')) return;
    if (refusing.has(request.url ?? '')) {
      request.resume();
      response.writeHead(500).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      const id = envelope.parse(JSON.parse(Buffer.concat(chunks).toString())).data.submission_id;
      arrivals.push({ id, at, name: (request.url ?? '').slice(1) });
      of(id).resolve(at);
      for (const { count, resolve } of waiting) if (arrivals.length >= count) resolve();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urlOf: (name) => `${base}/${name}`,
    hangingUrl: `${base}/hangs`,
    refuse: (name) => void refusing.add(`/${name}`),
    hang: (name) => void hanging.add(`/${name}`),
    arrivalOf: (id) => of(id).promise,
    arrivals,
    until: (count) =>
      new Promise((resolve) => {
        if (arrivals.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
