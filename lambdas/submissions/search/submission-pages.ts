/** Builds pages of submissions from several reads, for searches and for lists of all forms. */
import { SECOND, timestamp, type Clock } from '../../core/clock.ts';
import { rowsThatFit } from '../../core/web/pagination.ts';
import type { LinkOrigin } from '../../files/attachment.ts';
import { submissionTime, ulidOf, ulidTime } from '../../core/ids.ts';
import { partitionsOf, type FormPieces } from '../../core/submission-pieces.ts';
import { indexedRanges, type IndexLookup } from './indexed-ranges.ts';
import {
  readNewestFirst,
  type NewestFirstConfig,
  type NewestFirstDeps,
  type TimeRange,
} from './newest-first.ts';
import { readEvent } from '../events/event-envelope.ts';
import type { SubmissionNames } from '../handling/names.ts';
import type { SubmissionCriteria } from '../handling/criteria.ts';
import { ulidRangeOf } from '../submissions-query.ts';
import { toSubmissionView, type Submission } from '../submission.ts';

export interface PageReader {
  readStretch(
    stretch: TimeRange,
    filter: SubmissionCriteria,
    read: { limit: number; isFirst: boolean },
  ): ReturnType<NewestFirstDeps['read']>;
  oldest(partition: string): Promise<string | undefined>;
  /** Returns the partition's submissions with these ULIDs that pass the filter, newest first. */
  findMatching(
    partition: string,
    ulids: readonly string[],
    filter: SubmissionCriteria,
  ): Promise<readonly Submission[]>;
  /** The search indexes. If absent, searches read all submissions. */
  readonly index?: IndexLookup;
}

/**
 * Time limit for reading, in milliseconds. Each page is returned within 5 s (docs/specification.md, "Search
 * and filters"), so this limit leaves one second for other work.
 */
const TIME = 4 * SECOND;

/**
 * Maximum number of parallel reads. Each read covers about 0.5 MB, or 64 read units with eventual
 * consistency. DynamoDB allows 3,000 read units per second per partition, so this limit leaves capacity for
 * other requests.
 */
const MAX_READS = 128;

/**
 * Returns the settings for a search. The first reads are small because many submissions may contain the
 * words.
 */
function searchConfig(forms: number): Omit<NewestFirstConfig, 'enough' | 'time'> {
  const firstRead = Math.max(25, Math.ceil(250 / Math.max(1, forms)));
  return {
    firstRead,
    largestRead: 500,
    parallelReads: 4,
    parallelParts: 8,
    mostReads: MAX_READS,
    split: true,
  };
}

/**
 * Returns the settings for a list. The first reads are small because a page contains only a few submissions
 * from each form.
 */
function listConfig(forms: number, limit: number): Omit<NewestFirstConfig, 'enough' | 'time'> {
  const firstRead = Math.min(limit + 1, Math.ceil((2 * limit) / Math.max(1, forms)) + 1);
  return {
    firstRead,
    largestRead: 1000,
    parallelReads: 20,
    parallelParts: 0,
    mostReads: 1000,
    split: false,
  };
}

export interface SubmissionPage {
  readonly rows: readonly Submission[];
  /** Start position of the next page, or undefined if nothing is left. */
  readonly next: string | undefined;
}

/**
 * Returns the next submissions of these forms that pass the filter, newest first. Submissions that arrive
 * later don't shift the pages, because they are newer than all previous pages.
 * @param after `next` from the previous page
 */
export async function submissionPage(
  forms: readonly FormPieces[],
  filter: SubmissionCriteria,
  { limit, after }: { limit: number; after: string | undefined },
  reader: PageReader,
  now: Clock,
): Promise<SubmissionPage> {
  const { from, to } = ulidRangeOf(filter);
  const stretches = forms.flatMap((form) =>
    partitionsOf(form).map((partition) => ({ formId: form.form_id, partition, from, to: after ?? to })),
  );
  const isSearch = filter.q !== undefined;
  const config: NewestFirstConfig = {
    ...(isSearch ? searchConfig(stretches.length) : listConfig(stretches.length, limit)),
    // Lists read one extra row to check whether there is a next page. Searches don't, because finding another
    // match can be very expensive.
    enough: isSearch ? limit : limit + 1,
    time: TIME,
  };
  const read: NewestFirstDeps['read'] = (stretch, most, isFirst) =>
    reader.readStretch(stretch, filter, { limit: most, isFirst });
  const findAll = (partition: string, ulids: readonly string[]) =>
    reader.findMatching(partition, ulids, filter);
  const { rows, reached } = await readNewestFirst(stretches, config, {
    ...(isSearch && reader.index ? indexedRanges(filter, { index: reader.index, findAll, read }) : { read }),
    oldest: (partition) => reader.oldest(partition),
    now,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? ulidOf(last.submission_id) : reached };
}

interface Shown {
  readonly shape: 'event' | undefined;
  readonly links: LinkOrigin;
  readonly names: SubmissionNames;
  readonly formsSince: number;
  readonly cursorOf: (place: string) => string;
}

/**
 * Returns a page as shown by the API. If submissions are large, the page contains only as many as fit into
 * one response. In a page of events, `created_at` is the time when the submission was received.
 */
export function toPageView(
  page: SubmissionPage,
  filter: SubmissionCriteria,
  { shape, links, names, formsSince, cursorOf }: Shown,
): { data: unknown[]; next_cursor: string | null; searched_until?: string } {
  const shown = page.rows.map((row) =>
    shape === 'event'
      ? readEvent(row, links, Date.parse(row.received_at))
      : toSubmissionView(row, links, names),
  );
  const fitting = rowsThatFit(shown);
  const rows = page.rows.slice(0, fitting);
  const last = rows.at(-1);
  const next = fitting < page.rows.length && last ? ulidOf(last.submission_id) : page.next;
  return {
    data: shown.slice(0, fitting),
    next_cursor: next === undefined ? null : cursorOf(next),
    ...(filter.q !== undefined && { searched_until: searchedUntil({ rows, next }, filter, formsSince) }),
  };
}

/**
 * Returns the earliest time that a search has covered. All submissions received at or after this time have
 * been searched.
 */
function searchedUntil(
  { rows, next }: SubmissionPage,
  { since }: SubmissionCriteria,
  formsSince: number,
): string {
  const last = rows.at(-1);
  if (next !== undefined) return timestamp(ulidTime(next));
  return timestamp(since ?? (last ? Math.min(formsSince, submissionTime(last.submission_id)) : formsSince));
}
