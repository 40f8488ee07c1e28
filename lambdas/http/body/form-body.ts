/** Defines the fields and files of a parsed form body. */
import type { Payload } from '../../core/payload.ts';

/**
 * Maximum number of files in a submission, including files that were uploaded earlier (docs/limits.md,
 * "Limits").
 */
export const MAX_FILES = 10;

export interface FormBody {
  readonly payload: Payload;
  readonly files: readonly FormFile[];
}

/** A submitted file. Its content is in a `FileBuffer`. */
export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly content_type: string;
  /**
   * Size in bytes: as declared by the client if the declared size exceeds the limit, otherwise as received.
   */
  readonly size: number;
  /**
   * Returns the whole content on each call. Content in memory is a single chunk. Files above the size limit
   * can't be read, because their content is discarded.
   */
  readonly read: () => Uint8Array | AsyncIterable<Uint8Array>;
}
