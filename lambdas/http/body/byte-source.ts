/** Splits a byte stream at delimiters, such as the boundaries of a multipart body. */
import { BadBody } from '../../core/errors/errors.ts';

/**
 * Chunks of bytes of any size. The body of an API Gateway event is a single chunk, and a streamed body has
 * many.
 */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Reads bytes up to a delimiter or skips expected bytes. Buffers only the latest chunk and any bytes that
 * could be the start of a delimiter. Doesn't copy a chunk unless the previous one ends with a partial
 * delimiter.
 */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array, void> | Iterator<Uint8Array, void>;
  #held: Buffer = Buffer.alloc(0);
  #position = 0;

  constructor(bytes: Bytes) {
    this.#pieces = Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]();
  }

  get position(): number {
    return this.#position;
  }

  /**
   * Returns the bytes before `delimiter`, or as many of them as are available. If `found` is true, the
   * delimiter has also been consumed.
   * @throws BadBody if the input ends before the delimiter
   */
  async takeUntil(delimiter: Buffer): Promise<{ piece: Buffer; found: boolean }> {
    const at = this.#held.indexOf(delimiter);
    if (at !== -1) {
      const piece = this.#take(at);
      this.#take(delimiter.length);
      return { piece, found: true };
    }
    const piece = this.#take(this.#held.length - unfinished(delimiter, this.#held));
    if (piece.length === 0) await this.#more();
    return { piece, found: false };
  }

  /**
   * Returns true and consumes `text` if the input continues with it.
   * @throws BadBody if the rest of the input is shorter than `text`
   */
  async skip(text: Buffer): Promise<boolean> {
    while (this.#held.length < text.length) await this.#more();
    const comes = this.#held.subarray(0, text.length).equals(text);
    if (comes) this.#take(text.length);
    return comes;
  }

  /**
   * Skips bytes as long as they are in `skipped`. Returns the number of skipped bytes.
   * @throws BadBody if more than `most` bytes would be skipped, or if the input ends
   */
  async skipAll(skipped: readonly number[], most: number): Promise<number> {
    for (let count = 0; ;) {
      const first = this.#held.subarray(0, most + 1).findIndex((byte) => !skipped.includes(byte));
      count += this.#take(first === -1 ? this.#held.length : first).length;
      if (count > most) throw new BadBody('A boundary in the body is followed by too many spaces.');
      if (first !== -1) return count;
      await this.#more();
    }
  }

  /** Closes the stream, even if it hasn't been read to the end. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  #take(count: number): Buffer {
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    this.#position += taken.length;
    return taken;
  }

  async #more(): Promise<void> {
    const next = await this.#pieces.next();
    if (next.done) throw new BadBody('The body ends before its closing boundary.');
    const { buffer, byteOffset, byteLength } = next.value;
    const piece = Buffer.from(buffer, byteOffset, byteLength);
    this.#held = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
  }
}

/** Returns the number of bytes at the end that could be the beginning of `delimiter`. */
function unfinished(delimiter: Buffer, bytes: Buffer): number {
  for (let count = Math.min(delimiter.length - 1, bytes.length); count > 0; count -= 1) {
    if (bytes.subarray(bytes.length - count).equals(delimiter.subarray(0, count))) return count;
  }
  return 0;
}
