/** Reads the bodies of AWS responses. */
import type { Readable } from 'node:stream';

/**
 * Returns the bytes of a response, for functions that make many calls. The SDK's own collector pipes the
 * response into another stream. With Node 24, this keeps a call's request, headers and response (7 KB) until
 * the next full garbage collection and costs a tenth of a call's CPU time.
 * @throws what ends the response before it is complete
 */
export const responseBytes = (response: Readable): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('error', reject);
    response.once('end', () => {
      const { buffer, byteOffset, byteLength } = Buffer.concat(chunks);
      resolve(new Uint8Array(buffer, byteOffset, byteLength));
    });
  });
