/** The body of a post as a function has received it: in memory, or on its disk. */
import type { Bytes } from './byte-source.ts';
import { memoryFileBuffer, type FileBuffer } from './file-buffer.ts';

export interface ReceivedBody {
  /** As the client sent them. Can be read more than once. */
  readonly bytes: Bytes;
  /** Where the files in it stay until they are stored. */
  readonly fileBuffer: FileBuffer;
}

export const bodyInMemory = (bytes: Uint8Array): ReceivedBody => ({
  bytes: [bytes],
  fileBuffer: memoryFileBuffer,
});
