/** One service for all test files of a run that need no settings of their own: the first that asks for it has it started. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Hours pass in seconds: retries, expired items and endpoints that hang are waited for. */
const QUICK = {
  SVC_TIME_SCALE: '200',
  SVC_TTL_SECONDS: '0.5',
  SVC_SETTINGS: JSON.stringify({ webhookDeadlineSeconds: 3 }),
};

/**
 * Tells whoever connects to it the folder of the service, or why there is none, as JSON. The process of jest starts it, as workers
 * come and go.
 * @returns the port of 127.0.0.1, and a way to stop both: rejects when the service ends with an error
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
      // Throws when a function asked for what its role does not allow.
      const code = await shared.stop();
      // Of one that was killed there is no code.
      if (code !== 0)
        throw new Error(`The service that test files share ended with ${code}:\n${shared.printed()}`);
    },
  };
}
