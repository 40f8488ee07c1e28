/**
 * undici takes a `100 Continue` that nobody asked for as broken, while a client "MUST be able to parse one or more 1xx
 * responses" before the final one (RFC 9110 section 15.2). So undici is given sockets that leave them out, all but
 * `101 Switching Protocols`, which is final here: nobody asked for another protocol.
 */
import type { Socket } from 'node:net';

const INTERIM = /^(?:HTTP\/1\.1 1(?!01)\d\d(?: [^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\n)+/;
const BEGIN = 'HTTP/1.1 1';
/** What may still become one. */
const UNFINISHED = /^HTTP\/1\.1 1(?!01)(?:\d{0,2}$|\d\d[ \r\n])/;
/** Who sends more than this before his answer is left to undici, which ends it. */
const MOST_BYTES = 16 * 1024;

/** The same socket; what is read of it begins with the first answer that is not an interim one. */
export function withoutInterim(socket: Socket): Socket {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let held = Buffer.alloc(0);
  let hasBegun = false;
  socket.read = (size?: number): Buffer | null => {
    // Node itself reads nothing, `read(0)`, to have more come.
    if (hasBegun || size === 0) return read(size);
    for (let chunk = read(); chunk !== null; chunk = read()) held = Buffer.concat([held, chunk]);
    // One character for each byte, whatever they are.
    const text = held.toString('latin1');
    const interim = INTERIM.exec(text)?.[0].length ?? 0;
    const rest = text.slice(interim, interim + BEGIN.length + 3);
    const isOver = !BEGIN.startsWith(rest) && !UNFINISHED.test(rest);
    if (!isOver && held.length < MOST_BYTES) return null;
    hasBegun = true;
    return isOver ? held.subarray(interim) : held;
  };
  return socket;
}
