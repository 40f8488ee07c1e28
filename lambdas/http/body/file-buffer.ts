/** Where the bytes of posted files wait until the post is judged: nothing is stored before that. */
import type { FileLimits, FormFile } from '../../ingest/form-body.ts';

/**
 * The reader of a body hands over each file as it arrives. A front that has the body in memory keeps slices of it;
 * one that streams writes them to a disk and takes the next bytes from the sender when these are written.
 */
export interface FileBuffer {
  /**
   * Reads a file to its end; keeps nothing of one that has more bytes than it may, or says so.
   * @param declaredBytes what the sender says of its length
   */
  receive(
    bytes: AsyncIterable<Uint8Array>,
    declaredBytes: number | undefined,
  ): Promise<Pick<FormFile, 'size' | 'read'>>;
}

/** For bodies that are in memory anyway: keeps slices of them. */
export function memoryFileBuffer({ maxFileBytes }: FileLimits): FileBuffer {
  return {
    async receive(bytes, declaredBytes = 0) {
      const announced = declaredBytes > maxFileBytes ? declaredBytes : 0;
      const slices: Uint8Array[] = [];
      let size = 0;
      for await (const slice of bytes) {
        size += slice.length;
        if (Math.max(size, announced) <= maxFileBytes) slices.push(slice);
        else slices.length = 0;
      }
      return { size: Math.max(size, announced), read: () => joined(slices) };
    },
  };
}

function joined(slices: readonly Uint8Array[]): Uint8Array {
  const [first] = slices;
  return first && slices.length === 1 ? first : Buffer.concat(slices);
}
