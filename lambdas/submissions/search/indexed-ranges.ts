/**
 * Divides a search's time ranges at the boundaries of search index parts, and reads the submissions found in
 * these parts.
 */
import type { SubmissionCriteria } from '../handling/criteria.ts';
import { sectionsOf, type IndexPart } from '../search-index/search-index.ts';
import type { Submission } from '../submission.ts';
import { wordsOf } from './filter-conditions.ts';
import type { NewestFirstDeps } from './newest-first.ts';

/** Reads search indexes. Never fails. */
export interface IndexLookup {
  /**
   * Returns the parts of the partitions' indexes, oldest first. The result omits partitions without an index.
   */
  partsOf(partitions: readonly string[]): Promise<ReadonlyMap<string, readonly IndexPart[]>>;
  /**
   * Returns the ULIDs of the part's submissions that may contain all words, newest first. Returns undefined
   * if the part can't be read.
   */
  ulidsWith(part: IndexPart, words: readonly string[]): Promise<readonly string[] | undefined>;
}

export interface IndexedRangesDeps {
  readonly index: IndexLookup;
  /** Returns the stored submissions with these ULIDs that pass the filter, newest first. */
  readonly findAll: (partition: string, ulids: readonly string[]) => Promise<readonly Submission[]>;
  /** Reads submissions without using an index. */
  readonly read: NewestFirstDeps['read'];
}

/** Maximum number of submissions to read by their ids in one call. */
const BATCH = 100;

/** Returns the functions that a search needs to use indexes. They cache the results for each part. */
export function indexedRanges(
  filter: SubmissionCriteria,
  { index, findAll, read }: IndexedRangesDeps,
): Required<Pick<NewestFirstDeps, 'divide' | 'read'>> {
  const words = wordsOf(filter);
  // UTF-8 can't represent lone surrogates, so the index can't find words that contain one.
  const canUseIndex = words.length > 0 && words.every((word) => word.isWellFormed());
  const known = new Map<string, ReturnType<IndexLookup['ulidsWith']>>();
  const ulidsWith = (part: IndexPart): ReturnType<IndexLookup['ulidsWith']> => {
    const found = known.get(part.key) ?? index.ulidsWith(part, words);
    known.set(part.key, found);
    return found;
  };

  return {
    async divide(ranges) {
      if (!canUseIndex) return ranges.map((range) => [range]);
      const parts = await index.partsOf([...new Set(ranges.map(({ partition }) => partition))]);
      return ranges.map((range) => sectionsOf(range, parts.get(range.partition) ?? []));
    },

    async read(range, limit, isFirst) {
      const { partition, from, to, part } = range;
      const all = part && (await ulidsWith(part));
      if (!all) return read(range, limit, isFirst);
      const found = all.filter((ulid) => from <= ulid && ulid < to);
      const ulids = found.slice(0, Math.min(limit, BATCH));
      return {
        rows: ulids.length > 0 ? await findAll(partition, ulids) : [],
        scanned: ulids.length,
        next: found.length > ulids.length ? ulids.at(-1) : undefined,
      };
    },
  };
}
