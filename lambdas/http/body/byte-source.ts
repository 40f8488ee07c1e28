/** Bytes that arrive in pieces, taken by the marks between them. */
import { BadBody } from '../../core/errors.ts';

/** Pieces of any size: a gateway event gives one, a front that streams gives many as they arrive. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Holds no more than the newest piece and the unfinished mark before it. Pieces are handed on as they came,
 * without copying; only one that follows an unfinished mark is joined to it.
 */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array, void> | Iterator<Uint8Array, void>;
  #held: Buffer = Buffer.alloc(0);

  constructor(bytes: Bytes) {
    this.#pieces = Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]();
  }

  /**
   * The bytes up to `mark`, or as many of them as are there. `found` says that the mark came; it is passed then.
   * @throws BadBody when the bytes end before the mark
   */
  async takeUntil(mark: Buffer): Promise<{ piece: Buffer; found: boolean }> {
    const at = this.#held.indexOf(mark);
    if (at !== -1) {
      const piece = this.#take(at);
      this.#take(mark.length);
      return { piece, found: true };
    }
    const piece = this.#take(this.#held.length - unfinished(mark, this.#held));
    if (piece.length === 0) await this.#more();
    return { piece, found: false };
  }

  /**
   * Passes `text` when it comes next, and says whether it does.
   * @throws BadBody when the bytes end before that is known
   */
  async skip(text: Buffer): Promise<boolean> {
    while (this.#held.length < text.length) await this.#more();
    const comes = this.#held.subarray(0, text.length).equals(text);
    if (comes) this.#take(text.length);
    return comes;
  }

  /** Lets the giver of the bytes go, also before they end. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  #take(count: number): Buffer {
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
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

/** How many of the last bytes may be the beginning of `mark`. */
function unfinished(mark: Buffer, bytes: Buffer): number {
  for (let count = Math.min(mark.length - 1, bytes.length); count > 0; count -= 1) {
    if (bytes.subarray(bytes.length - count).equals(mark.subarray(0, count))) return count;
  }
  return 0;
}
