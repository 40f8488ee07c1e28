/**
 * Removes interim responses (1xx) before undici reads them. undici fails on a `100 Continue` that it didn't
 * request, although clients must accept interim responses (RFC 9110, section 15.2). Keeps `101 Switching
 * Protocols` so that undici reports it as an error: the request doesn't ask to switch protocols.
 */
import type { Socket } from 'node:net';

const INTERIM = /^(?:HTTP\/1\.1 1(?!01)\d\d(?: [^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\n)+/;
const BEGIN = 'HTTP/1.1 1';
/** Matches the beginning of a response that may still be an interim response. */
const UNFINISHED = /^HTTP\/1\.1 1(?!01)(?:\d{0,2}$|\d\d[ \r\n])/;
/**
 * Maximum size of interim responses to remove, in bytes. Further interim responses reach undici, which closes
 * the connection.
 */
const MAX_BYTES = 16 * 1024;

/** Returns the same socket, but its data starts with the final response. */
export function withoutInterim(socket: Socket): Socket {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let held = Buffer.alloc(0);
  let hasBegun = false;
  socket.read = (size?: number): Buffer | null => {
    // Pass on `read(0)`, which Node calls to make the socket fill its buffer.
    if (hasBegun || size === 0) return read(size);
    for (let chunk = read(); chunk !== null; chunk = read()) held = Buffer.concat([held, chunk]);
    // Decode as latin1, in which each character is one byte, so that text offsets are also byte offsets.
    const text = held.toString('latin1');
    const interim = INTERIM.exec(text)?.[0].length ?? 0;
    const rest = text.slice(interim, interim + BEGIN.length + 3);
    const isOver = !BEGIN.startsWith(rest) && !UNFINISHED.test(rest);
    if (!isOver && held.length < MAX_BYTES) return null;
    hasBegun = true;
    return isOver ? held.subarray(interim) : held;
  };
  return socket;
}
