/** The issuer at which people sign in to the local service. It listens at once and wakes up at its first request. */
import { randomInt } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import * as z from 'zod';
import { RunnerError, hasCode } from '../runner-error.ts';
import type { RunnerFolder } from '../runner-folder.ts';
import type { Service } from '../running-services.ts';
import { keepSetting, keptSetting, makeIssuerTables } from './issuer-records.ts';

/** What the service is called there. */
export const CLIENT_ID = 'svc-forms';
/** Below the ports that the system gives to outgoing connections, so that it is free at the next start, too. */
const PORTS = { from: 20_000, below: 32_000, tries: 20 };

/** An issuer that listens. */
export interface LocalIssuer extends Service {
  /** Its address. */
  readonly url: string;
}

/**
 * Whether the stage with these settings signs people in at the local issuer: it has a console, and no issuer of its
 * own.
 */
export function usesLocalIssuer(context: Readonly<Record<string, unknown>>): boolean {
  return context['svc:console'] !== false && context['svc:oidc'] === undefined;
}

/**
 * Listens on a port that stays the same for the folder, because people are known by their issuer's address.
 *
 * The host is `localhost` and that of the service 127.0.0.1, so that the two are different sites to a browser, as they
 * are on AWS.
 * @param options.serviceUrl where the service listens, and people are sent back to
 * @throws RunnerError when the port is in use
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
      .parse(keptSetting(journal, 'port', () => null)),
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
    // The provider's own addresses follow this header; another name for this machine is another issuer.
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

/** @param kept the port of earlier starts; null at the first */
async function listen(server: Server, kept: number | null): Promise<number> {
  if (kept !== null) {
    if (await tryToListen(server, kept)) return kept;
    throw new RunnerError(
      `port ${kept}, at which people sign in, is in use: free it (npm start -- --fresh starts over with another)`,
    );
  }
  for (let tried = 0; tried < PORTS.tries; tried++) {
    const port = randomInt(PORTS.from, PORTS.below);
    if (await tryToListen(server, port)) return port;
  }
  throw new RunnerError(`no port between ${PORTS.from} and ${PORTS.below} is free`);
}

/** @returns false when the port is in use */
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
