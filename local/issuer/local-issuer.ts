/**
 * Runs the OpenID Connect issuer that users of the local service sign in with. It starts listening
 * immediately and loads its provider on the first request.
 */
import { randomInt } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import * as z from 'zod';
import { RunnerError, hasCode } from '../runner-error.ts';
import type { RunnerFolder } from '../runner-folder.ts';
import type { Service } from '../running-services.ts';
import { keepSetting, storedSetting, makeIssuerTables } from './issuer-records.ts';

/** The service's client id at the issuer. */
export const CLIENT_ID = 'svc-forms';
/**
 * Port range to choose from. It is below the range that the system uses for outgoing connections, so the same
 * port is usually still free at the next start.
 */
const PORTS = { from: 20_000, below: 32_000, tries: 20 };

export interface LocalIssuer extends Service {
  readonly url: string;
}

/**
 * Returns true if a stage with these settings uses the local issuer: it has a console, but no other issuer is
 * configured.
 */
export function usesLocalIssuer(context: Readonly<Record<string, unknown>>): boolean {
  return context['svc:console'] !== false && context['svc:oidc'] === undefined;
}

/**
 * Starts the issuer on a port that stays the same for each folder, because users are identified by their
 * issuer's URL.
 *
 * The issuer's host is `localhost` and the service's host is 127.0.0.1, so that browsers treat them as
 * different sites, as on AWS.
 * @param options.serviceUrl URL of the service, which users are redirected to
 * @throws RunnerError if the port is in use
 */
export async function startLocalIssuer(
  folder: RunnerFolder,
  options: { readonly serviceUrl: string; readonly onError: (message: string) => void },
): Promise<LocalIssuer> {
  const { journal } = folder;
  makeIssuerTables(journal);
  const server = createServer();
  const port = await listen(
    server,
    z
      .int()
      .nullable()
      .parse(storedSetting(journal, 'port', () => null)),
  );
  keepSetting(journal, 'port', port);
  const host = `localhost:${port}`;
  const issuer = `http://${host}`;

  let listener: Promise<RequestListener> | undefined;
  const wakeUp = (): Promise<RequestListener> =>
    (listener ??= import('./issuer-provider.ts').then(({ issuerListener }) =>
      issuerListener(issuer, { journal, clientId: CLIENT_ID, ...options }),
    ));
  server.on('request', (request, response) => {
    // Rejects any other host name. The provider derives its own URLs from this header, so a different host
    // would cause an issuer mismatch.
    if (request.headers.host !== host) {
      response.writeHead(421).end(`This is ${issuer}\n`);
      return;
    }
    wakeUp().then(
      (respond) => respond(request, response),
      (error: unknown) => {
        options.onError(`issuer: ${String(error)}`);
        response.writeHead(500).end();
      },
    );
  });
  return {
    url: issuer,
    stop: async () => {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Listens on the port from earlier starts, or chooses one.
 * @param kept the port from earlier starts, or null on the first start
 */
async function listen(server: Server, kept: number | null): Promise<number> {
  if (kept !== null) {
    if (await tryToListen(server, kept)) return kept;
    throw new RunnerError(
      `port ${kept}, which the sign-in page uses, is already in use; free the port, or run npm start -- --fresh to delete all data and use another port`,
    );
  }
  for (let tried = 0; tried < PORTS.tries; tried++) {
    const port = randomInt(PORTS.from, PORTS.below);
    if (await tryToListen(server, port)) return port;
  }
  throw new RunnerError(`there is no free port between ${PORTS.from} and ${PORTS.below}`);
}

/** @returns false if the port is in use */
function tryToListen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      if (hasCode(error, 'EADDRINUSE') || hasCode(error, 'EACCES')) resolve(false);
      else reject(error);
    };
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      resolve(true);
    });
  });
}
