/** Reads the fields that precede the file in a multipart form without consuming the stream. */
import type { IncomingMessage } from 'node:http';

/** S3's size limit for the fields that precede the file, in bytes. */
const MAX_BYTES = 20_480;

/**
 * Reads the fields, then returns all data that it has read to the stream.
 * @returns fields by lowercase name, or undefined if there is no file field within S3's size limit
 */
export async function fieldsBeforeFile(
  message: IncomingMessage,
): Promise<ReadonlyMap<string, string> | undefined> {
  const boundary = /boundary="?([^";]+)/.exec(message.headers['content-type'] ?? '')?.[1] ?? '';
  let head = Buffer.alloc(0);
  while (head.length < MAX_BYTES) {
    const chunk = await nextChunk(message);
    if (chunk === undefined) break;
    head = Buffer.concat([head, chunk]);
    if (fieldsOf(head, boundary)) break;
  }
  if (head.length > 0) message.unshift(head);
  return fieldsOf(head, boundary);
}

/** Returns the fields, or undefined until the file's headers have arrived. */
function fieldsOf(head: Buffer, boundary: string): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  // Decode as Latin-1, where each character is one byte, so that no character is split between two chunks.
  for (const part of head.toString('latin1').split(`--${boundary}\r\n`).slice(1)) {
    const end = part.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const name = /;\s*name="([^"]*)"/i.exec(part.slice(0, end))?.[1]?.toLowerCase() ?? '';
    if (name === 'file') return fields;
    const value = part.slice(end + 4).replace(/\r\n$/, '');
    fields.set(name, Buffer.from(value, 'latin1').toString());
  }
  return undefined;
}

function nextChunk(message: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (chunk: Buffer | undefined): void => {
      message.off('readable', read);
      message.off('end', end);
      message.off('error', reject);
      resolve(chunk);
    };
    const read = (): void => {
      const chunk = message.read() as Buffer | null;
      if (chunk !== null) settle(chunk);
    };
    const end = (): void => settle(undefined);
    message.on('readable', read);
    message.once('end', end);
    message.once('error', reject);
    read();
  });
}
