/** Receives webhooks on this machine and records them. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StepFailed } from './smoke-errors.ts';

/** Maximum size of a request body, in bytes. No webhook is larger. */
const MAX_BYTES = 1_048_576;

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  /** The raw body, which is needed to verify the signature. */
  readonly bytes: Buffer;
}

/** A webhook URL and the requests that it received. */
export interface Hook {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Returns the status code to respond with. Defaults to 200. */
  respond: (webhook: ReceivedWebhook) => number;
  /**
   * Resolves when the received webhooks meet the condition.
   * @throws StepFailed with this description if the condition isn't met within `seconds`
   */
  until(
    what: string,
    seconds: number,
    isRight: (received: readonly ReceivedWebhook[]) => boolean,
  ): Promise<void>;
}

export interface Receiver {
  /** Creates a webhook URL that can't be guessed. */
  newHook(signal: AbortSignal): Hook;
  stop(): Promise<void>;
}

/**
 * Starts the receiver on 127.0.0.1. It only accepts POST requests to the webhook URLs that it created.
 * @param publicUrl URL at which the service can reach the receiver; defaults to its local address
 * @param port 0 for any free port
 */
export async function startReceiver(publicUrl?: string, port = 0): Promise<Receiver> {
  const hooks = new Map<string, Pick<Hook, 'respond'> & { take: (webhook: ReceivedWebhook) => void }>();
  const server = createServer((request, response) => {
    const hook = hooks.get(request.url?.split('/').at(-1) ?? '');
    if (request.method !== 'POST' || !hook) {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BYTES) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const webhook = { headers: request.headers, bytes: Buffer.concat(chunks) };
      response.writeHead(hook.respond(webhook)).end('received');
      hook.take(webhook);
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const base = (publicUrl ?? own).replace(/\/$/, '');
  return {
    newHook(signal) {
      const id = randomUUID();
      const received: ReceivedWebhook[] = [];
      const waiting = new Set<() => void>();
      const hook = {
        url: `${base}/${id}`,
        received,
        respond: () => 200,
        take: (webhook: ReceivedWebhook): void => {
          received.push(webhook);
          for (const look of waiting) look();
        },
        until: (what: string, seconds: number, isRight: (all: readonly ReceivedWebhook[]) => boolean) =>
          new Promise<void>((resolve, reject) => {
            const end = (settle: () => void): void => {
              clearTimeout(limit);
              waiting.delete(look);
              signal.removeEventListener('abort', abort);
              settle();
            };
            const look = (): void => {
              if (isRight(received)) end(resolve);
            };
            const abort = (): void => end(() => reject(signal.reason as Error));
            const limit = setTimeout(
              () => end(() => reject(new StepFailed(`${what} within ${seconds} s.`))),
              seconds * 1000,
            );
            signal.addEventListener('abort', abort);
            waiting.add(look);
            if (signal.aborted) abort();
            else look();
          }),
      };
      hooks.set(id, hook);
      return hook;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
