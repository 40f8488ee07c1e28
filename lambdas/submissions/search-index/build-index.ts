/**
 * Builds a form's search index in batches. Each batch indexes the submissions that aren't indexed yet, oldest
 * first, and then merges small parts. While a batch is running, deletions and imports are recorded in the
 * index. The batch then discards segments whose submissions it read before such a change.
 */
import { OLDEST_ULID } from '../../core/ids.ts';
import { SECOND, timestamp, type Clock } from '../../core/clock.ts';
import type { IndexItems, IndexableRow, IndexableRows, PartObjects } from './index-records.ts';
import {
  EXPIRES_SOON,
  INDEX_SIZES,
  MAX_PARTS,
  neighboursToMerge,
  newestIndexed,
  rangeToIndex,
  segmentsWithout,
  withParts,
  withPostponed,
  type IndexPart,
  type IndexSizes,
  type SearchIndex,
  type SearchIndexMessage,
} from './search-index.ts';
import { segmentOf, type Segment, type UlidRange } from './segment.ts';

export interface BuildIndexDeps {
  readonly now: Clock;
  readonly index: IndexItems;
  readonly parts: PartObjects;
  readonly rows: IndexableRows;
  readonly sizes?: IndexSizes;
}

/**
 * Time during which other functions assume that a batch is running, in milliseconds. Must be longer than the
 * function's timeout.
 */
const BUSY_MS = 90 * SECOND;
/** Delay in seconds after which an interrupted batch no longer counts as running. */
const AGAIN_SECONDS = 95;
/** Maximum number of attempts to store a change if other functions change the index at the same time. */
const ATTEMPTS = 5;

/** Thrown when a batch can't continue, because other functions have changed the index. */
class IndexChanged extends Error {
  override readonly name = 'IndexChanged' as const;
}

/**
 * Builds the index until it is complete or time runs out. Only one function builds an index at a time.
 * @returns the message for the next batch and its delay in seconds, or undefined if none is needed
 */
export async function buildIndex(
  message: SearchIndexMessage,
  deps: BuildIndexDeps,
  isOutOfTime: () => boolean,
): Promise<{ message: SearchIndexMessage; delaySeconds: number } | undefined> {
  const index = await begin(message.form_id, deps);
  if (!index) return undefined;
  try {
    const left = await new IndexBatch(index, deps).run(isOutOfTime);
    return left ? { message, delaySeconds: 0 } : undefined;
  } catch (error) {
    if (error instanceof IndexChanged) return { message, delaySeconds: AGAIN_SECONDS };
    throw error;
  }
}

/**
 * Returns the index for one batch, or undefined if the form is small or another function is building the
 * index.
 */
async function begin(
  formId: string,
  { now, index, rows, sizes = INDEX_SIZES }: BuildIndexDeps,
): Promise<SearchIndex | undefined> {
  if (!(await index.find(formId))) {
    if (!(await rows.hasAtLeast(formId, sizes.indexedFrom))) return undefined;
    await index.create(formId);
  }
  const found = await index.find(formId);
  if (!found || found.busy_until > now()) return undefined;
  const batch = { busy_until: now() + BUSY_MS, changed: [], touched_at: timestamp(now()) };
  const postponed = found.postponed.filter(({ until }) => until > now());
  return index.replace(found, { ...found, ...batch, postponed });
}

/** One batch of work on an index. */
class IndexBatch {
  #index: SearchIndex;
  readonly #deps: BuildIndexDeps;
  readonly #sizes: IndexSizes;
  /** Submissions at or after this position (a ULID) are too new to be indexed. */
  readonly #end: string;
  /** Segments that aren't stored yet. Their ranges are contiguous. */
  #segments: Segment[] = [];

  constructor(index: SearchIndex, deps: BuildIndexDeps) {
    this.#index = index;
    this.#deps = deps;
    this.#sizes = deps.sizes ?? INDEX_SIZES;
    this.#end = newestIndexed(deps.now());
  }

  /** Returns true if work is left. */
  async run(isOutOfTime: () => boolean): Promise<boolean> {
    await this.#tidyUp();
    let from = OLDEST_ULID;
    let range = this.#next(from);
    while (range && !isOutOfTime()) {
      from = await this.#add(range);
      range = from === range.from ? undefined : this.#next(from);
    }
    await this.#flush();
    let group = this.#small();
    while (group && !isOutOfTime()) {
      await this.#merge(group);
      group = this.#small();
    }
    await this.#change(() => ({ busy_until: 0, changed: [] }));
    return range !== undefined || group !== undefined;
  }

  #next(from: string): UlidRange | undefined {
    return this.#index.parts.length < MAX_PARTS ? rangeToIndex(this.#index, from, this.#end) : undefined;
  }

  #small(): IndexPart[] | undefined {
    return neighboursToMerge(this.#index.parts, this.#sizes.partBytes);
  }

  /**
   * Deletes objects that a crashed batch left behind, and removes parts from the index if their objects no
   * longer exist.
   */
  async #tidyUp(): Promise<void> {
    const { form_id, parts } = this.#index;
    const stored = new Set(await this.#deps.parts.list(form_id));
    const known = new Set(parts.map(({ key }) => key));
    await this.#deps.parts.remove([...stored].filter((key) => !known.has(key)));
    const gone = new Set([...known].filter((key) => !stored.has(key)));
    if (gone.size > 0)
      await this.#change((index) => ({ parts: index.parts.filter(({ key }) => !gone.has(key)) }));
  }

  /**
   * Reads the oldest submissions in the range and adds a segment for them.
   * @returns the position reached, or the start of the range if it doesn't contain enough submissions yet
   */
  async #add({ from, to }: UlidRange): Promise<string> {
    const { rows, now } = this.#deps;
    const read = await rows.oldest(this.#index.form_id, { from, to }, this.#sizes.segmentRows + 1);
    // More submissions will be added to this range, so wait until there are enough for a full segment.
    if (read.isEnd && to === this.#end) return from;
    const last = read.isEnd ? undefined : read.rows.at(-1);
    const range = { from, to: last?.ulid ?? to };
    const indexed = last ? read.rows.slice(0, -1) : read.rows;
    if (indexed.some((row) => expiresSoon(row, now()))) {
      const until = now() + EXPIRES_SOON;
      await this.#change(({ postponed }) => ({ postponed: withPostponed(postponed, range, until) }));
      return range.to;
    }
    if (this.#segments.length > 0 && this.#segments.at(-1)?.to !== from) await this.#flush();
    this.#segments.push(segmentOf(range, indexed));
    if (sizeOf(this.#segments) >= this.#sizes.partBytes) await this.#flush();
    return range.to;
  }

  /** Stores the segments as a part. */
  async #flush(): Promise<void> {
    if (this.#segments.length === 0) return;
    const segments = this.#segments;
    this.#segments = [];
    await this.#exchange([], segments);
  }

  async #merge(group: SearchIndex['parts']): Promise<void> {
    const segments = await Promise.all(group.map((part) => this.#deps.parts.get(part)));
    // A part's object is missing while another function is removing a submission from the part.
    if (segments.includes(undefined)) throw new IndexChanged();
    await this.#exchange(
      group.map(({ key }) => key),
      segments.flatMap((some) => some ?? []),
    );
  }

  /** Stores the segments as a new part, which replaces the parts with these keys. */
  async #exchange(keys: readonly string[], segments: readonly Segment[]): Promise<void> {
    const { parts, index } = this.#deps;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = this.#index;
      const left = before.parts.filter(({ key }) => !keys.includes(key));
      if (left.length !== before.parts.length - keys.length) break;
      const made: IndexPart[] = [];
      for (const group of segmentsWithout(segments, before.changed))
        made.push(await parts.put(before.form_id, group));
      const stored = await index.replace(before, { ...before, parts: withParts(left, made) });
      await parts.remove(stored ? keys : made.map(({ key }) => key));
      if (stored) {
        this.#index = stored;
        return;
      }
      await this.#readAgain();
    }
    throw new IndexChanged();
  }

  async #change(changeOf: (index: SearchIndex) => Partial<SearchIndex>): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = this.#index;
      const stored = await this.#deps.index.replace(before, { ...before, ...changeOf(before) });
      if (stored) {
        this.#index = stored;
        return;
      }
      await this.#readAgain();
    }
    throw new IndexChanged();
  }

  async #readAgain(): Promise<void> {
    const { form_id, busy_until } = this.#index;
    const found = await this.#deps.index.find(form_id);
    if (found?.busy_until !== busy_until) throw new IndexChanged();
    this.#index = found;
  }
}

const expiresSoon = ({ expires_at }: IndexableRow, now: number): boolean =>
  expires_at !== undefined && expires_at * SECOND < now + EXPIRES_SOON;

const sizeOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { words, places }) => sum + words.length + places.length, 0);
