/** What a form posted, once the body is read: its fields and its files. */
import type { Payload } from '../../core/payload.ts';

/** Files of a submission; uploads that were made before count too (docs/specification.md, "Limits"). */
export const MAX_FILES = 10;

export interface FormBody {
  readonly payload: Payload;
  readonly files: readonly FormFile[];
}

/** A file whose bytes are in a `FileBuffer`. */
export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly content_type: string;
  /** Bytes that came or, when that is more than a file may have, that were announced. */
  readonly size: number;
  /**
   * The bytes, in one piece when they are in memory; each call gives them from the start. Only for a file that is
   * within the limit: of any other nothing is kept.
   */
  readonly read: () => Uint8Array | AsyncIterable<Uint8Array>;
}
