/** Answers 417 to a request that asks whether its body may come. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';

/** What Node keeps of a connection. Its reader waits for the body, which is not going to come. */
const connection = z.object({
  parser: z.object({ execute: z.custom<(bytes: Buffer) => unknown>((value) => typeof value === 'function') }),
});

const NOTHING = Buffer.alloc(65_536);
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
/** A longer body would take long to make up. */
const MOST_BYTES = 2 ** 30;

/**
 * The connection can be used again: curl sends the same request once more on it, without asking, and would take a
 * connection that is closed for a failure. So the reader of this connection is given a body of the announced length
 * that nobody looks at.
 */
export function refuseExpectation(message: IncomingMessage, response: ServerResponse): void {
  message.resume();
  // Not while the reader is still at the headers of this request.
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
  if (!parsed.success || socket.destroyed || length > MOST_BYTES) return false;
  const parser: unknown = Reflect.get(socket, 'parser');
  const read = (bytes: Buffer): unknown => parsed.data.parser.execute.call(parser, bytes);
  if (headers['transfer-encoding'] !== undefined) read(LAST_CHUNK);
  else
    for (let left = length; left > 0; left -= NOTHING.length)
      read(left < NOTHING.length ? NOTHING.subarray(0, left) : NOTHING);
  return true;
}
