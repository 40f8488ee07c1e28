import { once } from 'node:events';
import * as net from 'node:net';
import * as tls from 'node:tls';
import { RECEIVER_CERTIFICATE, RECEIVER_KEY } from './receiver-certificates.ts';

/** Handles a raw connection, so that a receiver can misbehave in ways that an HTTP server can't. */
export type Behaviour = (socket: net.Socket) => void;

/** A real server on a free loopback port that records the data it receives. */
export interface Receiver {
  port: number;
  /** Returns the number of accepted connections. */
  connections: () => number;
  /** Returns all data received over all connections. */
  received: () => string;
  /** Returns the number of open connections, which becomes 0 after the sender hangs up. */
  open: () => number;
  close: () => Promise<void>;
}

export async function startReceiver(behaviour: Behaviour): Promise<Receiver> {
  return listen(net.createServer({ pauseOnConnect: false }), 'connection', behaviour);
}

export async function startTlsReceiver(
  behaviour: Behaviour,
  cert: string = RECEIVER_CERTIFICATE,
): Promise<Receiver> {
  return listen(tls.createServer({ key: RECEIVER_KEY, cert }), 'secureConnection', behaviour);
}

async function listen(
  server: net.Server,
  event: 'connection' | 'secureConnection',
  behaviour: Behaviour,
): Promise<Receiver> {
  const open = new Set<net.Socket>();
  const chunks: Buffer[] = [];
  let connections = 0;
  server.on('connection', (socket: net.Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
  server.on(event, (socket: net.Socket) => {
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => chunks.push(chunk));
    behaviour(socket);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    connections: () => connections,
    received: () => Buffer.concat(chunks).toString(),
    open: () => open.size,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends the response when the first bytes of the request arrive, then hangs up. */
export function answering(...parts: (string | Uint8Array)[]): Behaviour {
  return (socket) =>
    socket.once('data', () => socket.end(Buffer.concat(parts.map((part) => Buffer.from(part)))));
}

/** Sends `start`, then repeats `piece` every `everyMs` milliseconds until the connection closes. */
export function dripping(start: string, piece: string, everyMs: number): Behaviour {
  return (socket) =>
    socket.once('data', () => {
      socket.write(start);
      const timer = setInterval(() => socket.write(piece), everyMs);
      socket.once('close', () => clearInterval(timer));
    });
}

/**
 * Sends `start`, then sends chunks as fast as the client reads them. `sent` returns the number of bytes
 * written.
 */
export function flooding(
  start: string | Uint8Array,
  piece: Uint8Array,
): { behaviour: Behaviour; sent: () => number } {
  let sent = 0;
  const behaviour: Behaviour = (socket) => {
    const pour = (): void => {
      while (!socket.destroyed && socket.write(piece)) sent += piece.length;
    };
    socket.on('drain', pour).once('data', () => {
      socket.write(start);
      pour();
    });
  };
  return { behaviour, sent: () => sent };
}
