/**
 * Buffers submitted files until the submission is accepted or rejected. Files are stored only after that.
 */
import type { FormFile } from './form-body.ts';

/**
 * Receives each file when the body parser reaches it. If the body is in memory, keeps a slice of it. If the
 * body is on disk, keeps only the file's offset.
 */
export interface FileBuffer {
  /**
   * Reads a file to its end. Discards the file if its actual or declared size exceeds `maxBytes`.
   * @param limits `declaredBytes` is the length that the client declared, and `start` is the file's offset in
   *   the decoded body
   */
  receive(
    bytes: AsyncIterable<Uint8Array>,
    limits: {
      readonly maxBytes: number;
      readonly declaredBytes: number | undefined;
      readonly start: number;
    },
  ): Promise<Pick<FormFile, 'size' | 'read'>>;
}

/** Keeps files as slices of a body that is already in memory. */
export const memoryFileBuffer: FileBuffer = {
  async receive(bytes, { maxBytes, declaredBytes = 0 }) {
    const announced = declaredBytes > maxBytes ? declaredBytes : 0;
    const slices: Uint8Array[] = [];
    let size = 0;
    for await (const slice of bytes) {
      size += slice.length;
      if (Math.max(size, announced) <= maxBytes) slices.push(slice);
      else slices.length = 0;
    }
    return { size: Math.max(size, announced), read: () => joined(slices) };
  },
};

function joined(slices: readonly Uint8Array[]): Uint8Array {
  const [first] = slices;
  return first && slices.length === 1 ? first : Buffer.concat(slices);
}
