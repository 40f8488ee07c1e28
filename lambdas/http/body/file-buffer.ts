/** Where the bytes of posted files wait until the post is accepted or refused: nothing is stored before that. */
import type { FormFile } from './form-body.ts';

/**
 * The parser of a body hands over each file as it comes to it. A function that has the body in memory keeps slices of
 * it; one that has the body on a disk notes where in it the file is.
 */
export interface FileBuffer {
  /**
   * Reads a file to its end. Keeps nothing of one that has, or announces, more than `maxBytes`.
   * @param limits `declaredBytes` is the length that the sender gives, `start` where the file is in the decoded body
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

/** For bodies that are in memory anyway: keeps slices of them. */
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
