/** Defines the body of a submitted form as a function receives it, in memory or on disk. */
import type { Bytes } from './byte-source.ts';
import { memoryFileBuffer, type FileBuffer } from './file-buffer.ts';

export interface ReceivedBody {
  /** The bytes as sent by the client. They can be read more than once. */
  readonly bytes: Bytes;
  /** Holds the files until they are stored. */
  readonly fileBuffer: FileBuffer;
}

export const bodyInMemory = (bytes: Uint8Array): ReceivedBody => ({
  bytes: [bytes],
  fileBuffer: memoryFileBuffer,
});
