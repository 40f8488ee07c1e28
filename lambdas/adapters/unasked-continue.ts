/**
 * undici takes a `100 Continue` that nobody asked for as broken, while a client "MUST be able to parse one or more 1xx
 * responses" before the final one (RFC 9110 section 15.2). So undici is given sockets that leave them out; the other 1xx
 * it reads itself.
 */
import type { Socket } from 'node:net';

const START = 'HTTP/1.1 100';
const CONTINUES = /^(?:HTTP\/1\.1 100(?: [^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\n)+/;
const UNFINISHED = /^HTTP\/1\.1 100[ \r\n]/;
/** Who sends more than this before his answer is left to undici, which ends it. */
const MOST_BYTES = 16 * 1024;

/** The same socket; what is read of it begins with the first answer that is no `100 Continue`. */
export function withoutContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket) as () => Buffer | null;
  let held = Buffer.alloc(0);
  let hasBegun = false;
  socket.read = (): Buffer | null => {
    if (hasBegun) return read();
    for (let chunk = read(); chunk !== null; chunk = read()) held = Buffer.concat([held, chunk]);
    // One character for each byte, whatever they are.
    const continues = CONTINUES.exec(held.toString('latin1'))?.[0].length ?? 0;
    const rest = held.toString('latin1', continues, continues + START.length + 1);
    const isOver = !START.startsWith(rest) && !UNFINISHED.test(rest);
    if (!isOver && held.length < MOST_BYTES) return null;
    hasBegun = true;
    return isOver ? held.subarray(continues) : held;
  };
  return socket;
}
