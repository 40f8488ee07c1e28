/** Defines the record of submissions that a data request has erased. */
import * as z from 'zod';
import { dataRequestCounts, formWithMatches, told, type StoredMatch } from '../data-request.ts';

/** Prefix of the keys of batches. */
export const ERASED = 'erased#';

export const erasedBatch = z.object({
  /** The request's id. */
  form_id: z.string(),
  kind: z.string(),
  submissions: z.array(z.object({ form_id: z.string(), submission_id: z.string() })),
  /** Counts of the submissions' records at the time of the erasure. */
  counts: dataRequestCounts,
  forms: z.array(formWithMatches),
  told,
});
export type ErasedBatch = z.infer<typeof erasedBatch>;

/**
 * Returns the key of the batch that begins with this match. A batch that is repeated after a crash has the
 * same key.
 */
export const batchKeyOf = ({ form_id, kind }: Pick<StoredMatch, 'form_id' | 'kind'>) => ({
  form_id,
  kind: `${ERASED}${kind}`,
});

/** The operations on batches. */
export interface ErasedBatches {
  /** Stores a batch. Returns false if it is already stored. */
  add(batch: ErasedBatch): Promise<boolean>;
  /** Deletes the matches of a batch. @throws Unavailable when the table remains too busy */
  removeMatches(matches: readonly Pick<StoredMatch, 'form_id' | 'kind'>[]): Promise<void>;
  /** Returns up to ten of the request's batches that follow the given one. */
  list(requestId: string, after: string | undefined): Promise<ErasedBatch[]>;
}
