/** Somebody's website: pages on an origin of their own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Website {
  readonly origin: string;
  /** Shows this HTML at the path. */
  show(path: string, html: string): void;
  stop(): Promise<void>;
}

export async function startWebsite(): Promise<Website> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const html = pages.get(request.url ?? '');
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (path, html) => void pages.set(path, html),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
