/** Defines the body of a submitted form as a function receives it, in memory or on disk. */
import type { Bytes } from './byte-source.ts';
import { memoryFileBuffer, type FileBuffer } from './file-buffer.ts';

export interface ReceivedBody {
  /** The body as sent by the client. The bytes can be read more than once. */
  readonly bytes: Bytes;
  /** Buffers the submitted files until they are stored. */
  readonly fileBuffer: FileBuffer;
}

export const bodyInMemory = (bytes: Uint8Array): ReceivedBody => ({
  bytes: [bytes],
  fileBuffer: memoryFileBuffer,
});
