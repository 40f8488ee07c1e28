/** Responds with 417 to requests that wait for permission to send their body (`Expect: 100-continue`). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';

/** A Node socket. Node's internal HTTP parser for the socket still waits for the request body. */
const connection = z.object({
  parser: z.object({ execute: z.custom<(bytes: Buffer) => unknown>((value) => typeof value === 'function') }),
});

const NOTHING = Buffer.alloc(65_536);
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
/** Maximum size of the dummy body, in bytes. A larger body would take too long to generate. */
const MAX_BYTES = 2 ** 30;

/**
 * Responds with 417 and keeps the connection open. curl then repeats the request on the same connection
 * without waiting for permission, whereas it would treat a closed connection as a failure. The connection's
 * parser still expects the first body, so it gets a dummy body of the announced length.
 */
export function refuseExpectation(message: IncomingMessage, response: ServerResponse): void {
  message.resume();
  // Wait until the parser has finished this request's headers.
  setImmediate(() => {
    const keepsConnection = skipBody(message);
    response.writeHead(417, {
      'content-length': 0,
      connection: keepsConnection ? 'keep-alive' : 'close',
    });
    response.end();
  });
}

function skipBody({ socket, headers }: IncomingMessage): boolean {
  const parsed = connection.safeParse({ parser: Reflect.get(socket, 'parser') as unknown });
  const length = Number(headers['content-length'] ?? 0);
  if (!parsed.success || socket.destroyed || length > MAX_BYTES) return false;
  const parser: unknown = Reflect.get(socket, 'parser');
  const read = (bytes: Buffer): unknown => parsed.data.parser.execute.call(parser, bytes);
  if (headers['transfer-encoding'] !== undefined) read(LAST_CHUNK);
  else
    for (let left = length; left > 0; left -= NOTHING.length)
      read(left < NOTHING.length ? NOTHING.subarray(0, left) : NOTHING);
  return true;
}
