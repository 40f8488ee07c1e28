/** Defines how the search index is stored: its item, its objects, and the submissions that it is built from. */
import type { PostedField } from '../../core/payload.ts';
import type { IndexPart, SearchIndex } from './search-index.ts';
import type { Segment, UlidRange } from './segment.ts';

export interface IndexItems {
  /** Reads the form's index with strong consistency. Ignores an index that was built for another table. */
  find(formId: string): Promise<SearchIndex | undefined>;
  /** Creates an empty index. Replaces an index that was built for another table. */
  create(formId: string): Promise<void>;
  /** Replaces the index unless it has changed or was deleted. Returns the stored index. */
  replace(before: SearchIndex, after: SearchIndex): Promise<SearchIndex | undefined>;
}

export interface PartObjects {
  /** Stores the segments as one object. */
  put(formId: string, segments: readonly Segment[]): Promise<IndexPart>;
  /** Returns the segments of a part, or undefined if the object no longer exists. */
  get(part: IndexPart): Promise<readonly Segment[] | undefined>;
  remove(keys: readonly string[]): Promise<void>;
  /** Returns the keys of all objects of the form's index. */
  list(formId: string): Promise<readonly string[]>;
}

/** A submission as read for the index. */
export interface IndexableRow {
  readonly ulid: string;
  readonly fields: Iterable<PostedField>;
  /** Expiry in epoch seconds. */
  readonly expires_at?: number | undefined;
}

export interface IndexableRows {
  /** Returns true if the form has at least this many submissions. */
  hasAtLeast(formId: string, count: number): Promise<boolean>;
  /**
   * Reads the oldest submissions in a range with strong consistency: at most `limit`, and at most a few
   * megabytes. `isEnd` is true if the range contains no others.
   */
  oldest(formId: string, range: UlidRange, limit: number): Promise<{ rows: IndexableRow[]; isEnd: boolean }>;
}
