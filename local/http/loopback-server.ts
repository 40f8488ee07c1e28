/** Starts HTTP servers that only accept connections from this machine. */
import type { Server } from 'node:http';
import type { Service } from '../running-services.ts';

/** A server that is listening. */
export interface LoopbackServer extends Service {
  /** The server's URL, without a trailing slash. */
  readonly endpoint: string;
}

/**
 * Makes `server` listen on a free port of 127.0.0.1.
 * @throws Error from the operating system if the server can't listen
 */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    stop: async () => {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
