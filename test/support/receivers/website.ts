/** Runs a website on a separate origin. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Website {
  readonly origin: string;
  /** Serves HTML at the path. To serve another type of content, set `content-type` in the headers. */
  show(path: string, content: string, headers?: Record<string, string>): void;
  stop(): Promise<void>;
}

export async function startWebsite(): Promise<Website> {
  const pages = new Map<string, { content: string; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      ...page?.headers,
    });
    response.end(page?.content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (path, content, headers = {}) => void pages.set(path, { content, headers }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
