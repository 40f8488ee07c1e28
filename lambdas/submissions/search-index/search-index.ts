/**
 * Describes a form's search index: the parts, the ranges that aren't indexed, and the remaining work. The
 * index only narrows down which submissions to read. A search still reads each submission from the table
 * before returning it, and reads ranges that aren't indexed completely.
 */
import * as z from 'zod';
import { DAY, MINUTE } from '../../core/clock.ts';
import { ulidBound } from '../../core/ids.ts';
import type { Segment, UlidRange } from './segment.ts';

export const SEARCH_INDEX = 'search-index';

const range = z.object({ from: z.string(), to: z.string() });

/** Schema of a part: an object that contains the segments of a contiguous range. */
const indexPart = range.extend({
  /** Key of the object in the Exports bucket. */
  key: z.string(),
  /** Length of the head in bytes. */
  head: z.int(),
  /** Length of the object in bytes. */
  size: z.int(),
});
export type IndexPart = z.infer<typeof indexPart>;

/** Schema of the index as stored (FormJobs table). */
export const searchIndex = z.object({
  /** The indexed partition of the Submissions table: the form's id or, for a hot form, one of its pieces. */
  form_id: z.string(),
  kind: z.literal(SEARCH_INDEX),
  /** Name of the indexed table. If a backup is restored to a new table, the index is rebuilt. */
  table: z.string(),
  /** Incremented with each change, so that concurrent changes don't overwrite each other. */
  version: z.int(),
  /** Newest last. */
  parts: z.array(indexPart),
  /** Ranges with submissions that expire soon. They aren't indexed before `until` (epoch milliseconds). */
  postponed: z.array(range.extend({ until: z.int() })),
  /** Time until which a batch may be running, in epoch milliseconds. */
  busy_until: z.int(),
  /** ULIDs of submissions that were deleted or imported while the current batch might be reading them. */
  changed: z.array(z.string()),
  touched_at: z.string(),
});
export type SearchIndex = z.infer<typeof searchIndex>;

/** The attributes needed for a search. */
export const searchedIndex = searchIndex.pick({ form_id: true, kind: true, table: true, parts: true });
export const searchedIndexAttributes = searchedIndex.keyof().options;

/** The attributes that determine whether a deletion affects an index. */
export const affectedIndex = searchIndex.pick({
  form_id: true,
  kind: true,
  parts: true,
  postponed: true,
  busy_until: true,
});
export const affectedIndexAttributes = affectedIndex.keyof().options;
export type AffectedIndex = z.infer<typeof affectedIndex>;

/**
 * Message that builds a form's index or continues building it. If `removed` is set, the message only removes
 * these submissions from the index.
 */
export const searchIndexMessage = searchIndex
  .pick({ form_id: true, kind: true })
  .extend({ removed: z.array(z.string()).optional() });
export type SearchIndexMessage = z.infer<typeof searchIndexMessage>;

/** Sizes of an index. Tests use smaller ones. */
export interface IndexSizes {
  /**
   * Minimum number of submissions for which to build an index. Searching fewer submissions without an index
   * takes less than a second.
   */
  readonly indexedFrom: number;
  /** Maximum number of submissions in a segment. */
  readonly segmentRows: number;
  /** Maximum size of a part in bytes. A segment of typical submissions is about 0.1 MB. */
  readonly partBytes: number;
}
export const INDEX_SIZES: IndexSizes = { indexedFrom: 5_000, segmentRows: 1_000, partBytes: 2_000_000 };

/**
 * Maximum number of parts, because the index's item can't exceed 400 KB. Submissions after the last part
 * aren't indexed.
 */
export const MAX_PARTS = 1_500;
/** Minimum number of adjacent parts to merge. Together, they must fit into one part. */
const MERGED_FROM = 4;
/**
 * Minimum age of submissions to index, in milliseconds. Must be longer than the timeout of functions that
 * store submissions, because a submission's id contains the time when its request arrived.
 */
const MIN_AGE = 5 * MINUTE;
/** Submissions that expire within this time (in milliseconds) are not indexed. */
export const EXPIRES_SOON = DAY;

/** Returns the position (a ULID) at which submissions become too new to be indexed. */
export const newestIndexed = (now: number): string => ulidBound(now - MIN_AGE);

const isIn = (ulid: string, { from, to }: UlidRange): boolean => from <= ulid && ulid < to;

/** Returns true if a part contains one of these submissions. */
export const coversAny = (part: UlidRange, ulids: readonly string[]): boolean =>
  ulids.some((ulid) => isIn(ulid, part));

/** A section of a range: a part of the index or, without `part`, a range that isn't indexed. */
export interface Section extends UlidRange {
  readonly part?: IndexPart;
}

/** Divides a range into sections that are indexed and sections that aren't, oldest first. */
export function sectionsOf({ from, to }: UlidRange, parts: readonly IndexPart[]): Section[] {
  const sections: Section[] = [];
  let start = from;
  for (const part of parts) {
    if (part.to <= start) continue;
    if (part.from >= to) break;
    if (part.from > start) sections.push({ from: start, to: part.from });
    const end = part.to < to ? part.to : to;
    sections.push({ from: part.from > start ? part.from : start, to: end, part });
    start = end;
  }
  return start < to ? [...sections, { from: start, to }] : sections;
}

/**
 * Returns the oldest range that starts at or after `start` and can be indexed, or undefined if there is none.
 * @param end the result of `newestIndexed`
 */
export function rangeToIndex(
  { parts, postponed }: Pick<SearchIndex, 'parts' | 'postponed'>,
  start: string,
  end: string,
): UlidRange | undefined {
  const taken = [...parts, ...postponed].toSorted((a, b) => (a.from < b.from ? -1 : 1));
  let from = start;
  for (const each of taken) {
    if (each.to <= from) continue;
    if (each.from > from) return { from, to: each.from };
    from = each.to;
  }
  return from < end ? { from, to: end } : undefined;
}

/** Returns the submissions that a batch may be reading, because they are neither indexed nor postponed. */
export const mayBeRead = (
  { parts, postponed }: Pick<SearchIndex, 'parts' | 'postponed'>,
  ulids: readonly string[],
): string[] => {
  const taken = [...parts, ...postponed];
  return ulids.filter((ulid) => !taken.some((each) => isIn(ulid, each)));
};

/** Returns the segments that contain none of these submissions, grouped into contiguous ranges. */
export function segmentsWithout(segments: readonly Segment[], ulids: readonly string[]): Segment[][] {
  const groups: Segment[][] = [];
  let isNew = true;
  for (const segment of segments) {
    const isLeft = !coversAny(segment, ulids);
    if (isLeft && isNew) groups.push([segment]);
    else if (isLeft) groups.at(-1)?.push(segment);
    isNew = !isLeft;
  }
  return groups;
}

/** Adds a range to the postponed ranges. */
export function withPostponed(
  postponed: SearchIndex['postponed'],
  range: UlidRange,
  until: number,
): SearchIndex['postponed'] {
  const before = postponed.find(({ to }) => to === range.from);
  return before
    ? [...postponed.filter((each) => each !== before), { from: before.from, to: range.to, until }]
    : [...postponed, { ...range, until }];
}

/** Adds parts, and keeps the list sorted. */
export const withParts = (parts: readonly IndexPart[], added: readonly IndexPart[]): IndexPart[] =>
  [...parts, ...added].toSorted((a, b) => (a.from < b.from ? -1 : 1));

/** Returns adjacent parts that can be merged into one part, or undefined if there are too few of them. */
export function neighboursToMerge(parts: readonly IndexPart[], partBytes: number): IndexPart[] | undefined {
  let group: IndexPart[] = [];
  let size = 0;
  for (const part of parts) {
    if (group.at(-1)?.to === part.from && size + part.size <= partBytes) group.push(part);
    else {
      if (group.length >= MERGED_FROM) return group;
      group = [part];
      size = 0;
    }
    size += part.size;
  }
  return group.length >= MERGED_FROM ? group : undefined;
}
