/**
 * Simulates how n8n receives webhooks: passes each request to the registered node and sends the node's
 * response.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

export interface WebhookServer {
  readonly url: string;
  /** Requests that were received, with the response status. */
  readonly requests: readonly { headers: IncomingHttpHeaders; body: Buffer; status: number }[];
  /** Waits until the workflow has run this many times, and returns the items that the runs received. */
  untilRuns(count: number): Promise<IDataObject[]>;
  /** Waits until this many requests have been answered. */
  untilAnswered(count: number): Promise<void>;
  /** Registers the node that handles requests. */
  register(webhook: WebhookHandler): void;
  stop(): Promise<void>;
}

type WebhookHandler = (
  request: { headers: IncomingHttpHeaders; rawBody: Buffer },
  response: object,
) => Promise<IWebhookResponseData>;

export async function startWebhookServer(): Promise<WebhookServer> {
  const requests: { headers: IncomingHttpHeaders; body: Buffer; status: number }[] = [];
  const items: IDataObject[] = [];
  const waiting = new Set<() => void>();
  let handler: WebhookHandler | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      let status = 200;
      const express = { status: (code: number) => ((status = code), { json: () => undefined }) };
      const handled = handler?.({ headers: request.headers, rawBody: body }, express);
      void Promise.resolve(handled)
        .then((result) => items.push(...(result?.workflowData ?? []).flat().map(({ json }) => json)))
        .catch(() => (status = 500))
        .finally(() => {
          response.writeHead(status).end();
          requests.push({ headers: request.headers, body, status });
          for (const look of waiting) look();
        });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = look();
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  return {
    url: `http://127.0.0.1:${port}/webhook/submission`,
    requests,
    untilRuns: (count) => until(() => (items.length >= count ? [...items] : undefined)),
    untilAnswered: async (count) => {
      await until(() => (requests.length >= count ? true : undefined));
    },
    register: (webhook) => (handler = webhook),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns a function that passes requests to a node's webhook method. */
export function webhookOf(
  node: { webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData> },
  functionsOf: (request: { headers: object; rawBody: Buffer }, response: object) => IWebhookFunctions,
): WebhookHandler {
  return (request, response) => node.webhook!.call(functionsOf(request, response));
}
