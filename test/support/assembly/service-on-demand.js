/**
 * Runs one service for all test files that don't need special settings. The service starts when a test file
 * first requests it.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Time scale and intervals that compress hours into seconds, for tests that wait for retries, expired items
 * or hanging endpoints. The request rate is above the default, so that the service spreads hot forms over several
 * partitions (docs/decisions/0054).
 */
const QUICK = {
  SVC_TIME_SCALE: '200',
  SVC_TTL_SECONDS: '0.5',
  SVC_SETTINGS: JSON.stringify({ webhookDeadlineSeconds: 3, apiThrottle: { rate: 1000, burst: 1000 } }),
};

/**
 * Sends the service's folder, or an error, as JSON to every client that connects. Runs in Jest's main
 * process, because workers start and end during a run.
 * @returns the port on 127.0.0.1, and a function that stops the server and the service. It rejects if the
 *   service ended with an error.
 */
export async function offerService() {
  let service;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    service ??= import('../service/service.ts').then(({ startService }) => startService({ env: QUICK }));
    service.then(
      ({ folder }) => socket.end(JSON.stringify({ folder })),
      (error) => socket.end(JSON.stringify({ reason: String(error) })),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    port: server.address().port,
    async stop() {
      server.close();
      const shared = await service;
      if (!shared) return;
      // Throws an error if a function made an AWS call that its role doesn't allow.
      const code = await shared.stop();
      // A killed process has no exit code, so treat this as an error too.
      if (code !== 0) throw new Error(`The shared service ended with code ${code}:\n${shared.printed()}`);
    },
  };
}
