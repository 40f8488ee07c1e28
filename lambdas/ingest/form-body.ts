/** What a post to a form brings, once its body is read. */
import type { Payload } from '../submissions/payload.ts';

/** DESIGN section 1 says nothing of it; issue B: "10 files a submission". Uploads made before count too. */
export const MAX_FILES = 10;

export interface FormBody {
  readonly payload: Payload;
  readonly files: readonly FormFile[];
}

/** A file whose bytes wait where the reader of the body put them: in memory, or on a disk. */
export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly content_type: string;
  /** Bytes that came or, when that is more than a file may have, that were announced. */
  readonly size: number;
  /**
   * The bytes, in one piece when they are in memory; again from the start when asked again. Only of a file that
   * is within the limit: of any other nothing is kept.
   */
  readonly read: () => Uint8Array | AsyncIterable<Uint8Array>;
}

/** What the sender's plan lets a reader of bodies keep. */
export interface FileLimits {
  readonly maxFileBytes: number;
}
