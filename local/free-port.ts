/** Finds a TCP port for a program that can't choose one itself. */
import { createServer } from 'node:net';

/** Returns a free TCP port on 127.0.0.1. Another program may take the port before the caller uses it. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
