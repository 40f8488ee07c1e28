/**
 * Opens connections to hosts chosen by customers, but only to public addresses (docs/specification.md,
 * "Webhook sender").
 */
import { once } from 'node:events';
import { promises as dns } from 'node:dns';
import * as net from 'node:net';
import * as tls from 'node:tls';
import { isPublicAddress } from './network-address.ts';
import { NoAddressError, TargetRefusedError } from './connection-errors.ts';

interface ResolvedAddress {
  address: string;
  family: number;
}

/** Resolves a host name to all its addresses. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Opens a TCP connection. Defaults to `net.connect`. Only replaced in tests. */
export type Dial = (options: net.TcpNetConnectOpts) => net.Socket;

export interface ConnectionConfig {
  allowPrivateTargets: boolean;
  lookup: Lookup;
  dial: Dial;
  /** Certificates to trust instead of the system's certificates, in PEM format. */
  ca?: string;
}

export interface ConnectionTarget {
  secure: boolean;
  /** A host name or an address. IPv6 addresses are written without brackets. */
  host: string;
  port: number;
}

/** Resolves names with `getaddrinfo`, like other programs on the machine. */
export const systemLookup: Lookup = (hostname) => dns.lookup(hostname, { all: true });

/**
 * How long to try an address before trying the next one, in milliseconds. Node's default of 250 ms is too
 * short for IPv4 endpoints on other continents that also have an unreachable IPv6 address.
 */
const ADDRESS_ATTEMPT_MS = 1_000;

/**
 * Connects to the target.
 *
 * Resolves the name once, and rejects it unless all its addresses are public. If public and private addresses
 * were mixed, an attacker could influence which one is tried. To prevent DNS rebinding, the socket gets
 * exactly these addresses and can't query DNS again. The connected address is checked again before the first
 * byte is sent, including the TLS hello.
 *
 * @throws TargetRefusedError, NoAddressError, or Node's own DNS, socket and TLS errors. Aborting `signal` ends every step except
 *   a DNS lookup, which can't be canceled. The caller then stops waiting, and no connection is opened.
 */
export async function openGuardedConnection(
  target: ConnectionTarget,
  config: ConnectionConfig,
  signal: AbortSignal,
): Promise<net.Socket> {
  const addresses = await allowedAddresses(target.host, config);
  signal.throwIfAborted();

  const socket = config.dial({
    host: target.host,
    port: target.port,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    noDelay: true,
  });
  // Without a listener, an error event would terminate the process.
  socket.on('error', ignore);
  try {
    await once(socket, 'connect', { signal });
    if (!config.allowPrivateTargets && !isPublicAddress(socket.remoteAddress ?? '')) {
      throw new TargetRefusedError();
    }
    return target.secure ? await startTls(socket, target.host, config.ca, signal) : socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function allowedAddresses(host: string, config: ConnectionConfig): Promise<readonly ResolvedAddress[]> {
  const family = net.isIP(host);
  const addresses = family === 0 ? await config.lookup(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new NoAddressError();
  if (!config.allowPrivateTargets && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new TargetRefusedError();
  }
  return addresses;
}

/** Creates a lookup function that returns the checked addresses instead of querying DNS again. */
function pinnedLookup(addresses: readonly ResolvedAddress[]): net.LookupFunction {
  return (_hostname, _options, callback) => callback(null, [...addresses]);
}

async function startTls(
  socket: net.Socket,
  host: string,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<tls.TLSSocket> {
  const secured = tls.connect({
    socket,
    host,
    // Omit `servername` for addresses, because SNI only allows names (RFC 6066, section 3).
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    ALPNProtocols: ['http/1.1'],
    // Set this option explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment can't disable
    // certificate verification.
    rejectUnauthorized: true,
  });
  secured.on('error', ignore);
  try {
    await once(secured, 'secureConnect', { signal });
    return secured;
  } catch (error) {
    secured.destroy();
    throw error;
  }
}

function ignore(): void {
  // Do nothing, because the connection's promise or undici reports the error.
}
