/** Defines the record of submissions that a data request has erased. */
import * as z from 'zod';
import {
  dataRequestCounts,
  formWithMatches,
  told,
  type DataRequest,
  type StoredMatch,
} from '../data-request.ts';

/** Prefix of the batches' keys. */
export const ERASED = 'erased#';

const erasedSubmission = z.object({
  form_id: z.string(),
  submission_id: z.string(),
  /** Set for an imported submission, because its idempotency item has no fixed expiry time. */
  is_imported: z.literal(true).optional(),
});
export type ErasedSubmission = z.infer<typeof erasedSubmission>;

export const erasedBatch = z.object({
  /** The request's id. */
  form_id: z.string(),
  kind: z.string(),
  submissions: z.array(erasedSubmission),
  /** Counts of the submissions' records at the time of the erasure. */
  counts: dataRequestCounts,
  forms: z.array(formWithMatches),
  told,
});
export type ErasedBatch = z.infer<typeof erasedBatch>;

/** Length to which the request's version is padded in its batches' keys, so that the keys sort in order. */
const VERSION_DIGITS = 10;

/**
 * Returns the key of a request's next batch. The key contains the request's version, so each batch has a
 * different key.
 */
export const batchKeyOf = ({ version }: Pick<DataRequest, 'version'>): string =>
  `${ERASED}${String(version).padStart(VERSION_DIGITS, '0')}`;

/** The operations on batches. */
export interface ErasedBatches {
  /** Stores a batch. Returns false if the batch is already stored. */
  add(batch: ErasedBatch): Promise<boolean>;
  /**
   * Deletes the matches of a batch.
   * @throws Unavailable if the table remains too busy
   */
  removeMatches(matches: readonly Pick<StoredMatch, 'form_id' | 'kind'>[]): Promise<void>;
  /** Returns up to ten of the request's batches that follow the given one. */
  list(requestId: string, after: string | undefined): Promise<ErasedBatch[]>;
}
