/** Creates HTTP clients for requests to hosts chosen by customers, with a guarded connection for each request. */
import { Client, type buildConnector } from 'undici';
import { ConnectionLostError } from './connection-errors.ts';
import { type ConnectionConfig, openGuardedConnection } from './guarded-connection.ts';
import { withoutInterim } from './interim-responses.ts';

const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Creates a client for a single exchange over a new connection. Lambda freezes functions between events, so a
 * kept-alive connection may be broken afterwards. If a POST failed on such a connection, we wouldn't know
 * whether it was received.
 */
export function singleUseClient(url: URL, config: ConnectionConfig, signal: AbortSignal): Client {
  return new Client(url.origin, {
    connect: guardedConnector(url, config, signal),
    maxHeaderSize: MAX_HEADER_BYTES,
    // Disable undici's timeouts, because the caller's signal ends the exchange. The body timeout would never
    // fire while single bytes keep arriving.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Gives undici a single guarded connection. With a regular connector, undici would reconnect until the
 * deadline if an endpoint closed the connection before the request was sent.
 */
function guardedConnector(url: URL, config: ConnectionConfig, signal: AbortSignal): buildConnector.connector {
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  let isUsed = false;
  return (_options, callback) => {
    if (isUsed) {
      callback(new ConnectionLostError(), null);
      return;
    }
    isUsed = true;
    openGuardedConnection({ secure, host: bareHost(url), port }, config, signal).then(
      (socket) => callback(null, withoutInterim(socket)),
      (error: unknown) => callback(error as Error, null),
    );
  };
}

/**
 * Returns the host in the format for sockets and certificates: IPv6 addresses without brackets, names without
 * a trailing dot.
 */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Rejects with the signal's reason when the signal is aborted. Otherwise, never settles. */
export function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
