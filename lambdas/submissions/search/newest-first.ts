/**
 * Reads submissions of one or more forms, newest first. Reads several time ranges in parallel until a page is
 * full or time runs out. The result is complete up to the position where reading stopped.
 *
 * A position is a ULID, the part of a submission's id that sorts by time across forms.
 */
import type { Clock } from '../../core/clock.ts';
import { OLDEST_ULID, ulidBound, ulidOf, ulidTime } from '../../core/ids.ts';
import type { IndexPart, Section } from '../search-index/search-index.ts';
import type { Submission } from '../submission.ts';

/** An unread time range of one piece of a form's submissions, from `from` (inclusive) to `to` (exclusive). */
export interface TimeRange {
  readonly formId: string;
  /** Partition key of the piece. */
  readonly partition: string;
  readonly from: string;
  readonly to: string;
  /** The part of the form's search index that covers the range. */
  readonly part?: IndexPart;
}

export interface NewestFirstDeps {
  /**
   * Reads at most `limit` stored submissions from the newest end of a time range. The first read is strongly
   * consistent. `rows` contains the submissions that pass the filter, newest first. `scanned` is the number
   * of submissions read. `next` is the last submission read, if there may be more.
   */
  read(
    stretch: TimeRange,
    limit: number,
    isFirst: boolean,
  ): Promise<{ rows: readonly Submission[]; scanned: number; next: string | undefined }>;
  /**
   * Divides each range that remains after the first reads at the boundaries of search index parts. If absent,
   * all submissions are read.
   */
  divide?(ranges: readonly TimeRange[]): Promise<readonly (readonly Section[])[]>;
  /** Returns the position of the piece's oldest submission, or undefined if the piece has no submissions. */
  oldest(partition: string): Promise<string | undefined>;
  readonly now: Clock;
}

export interface NewestFirstConfig {
  /** Number of matching submissions after which reading stops. */
  readonly enough: number;
  /** Number of submissions in a time range's first read. Later reads are four times as large. */
  readonly firstRead: number;
  /** Maximum number of submissions per read. Ranges are split into sections of about this size. */
  readonly largestRead: number;
  readonly parallelReads: number;
  /** Maximum number of parallel reads if the search uses an index. */
  readonly parallelParts: number;
  readonly mostReads: number;
  /** Time (in milliseconds) after which no more reads are started, because they wouldn't finish in time. */
  readonly time: number;
  /** If true, splits time ranges when there are fewer ranges than can be read in parallel. */
  readonly split: boolean;
}

export interface NewestFirst {
  /**
   * All submissions that pass the filter and are newer than `reached`, newest first. This can be more than
   * one page.
   */
  readonly rows: readonly Submission[];
  /** Position where reading stopped, or undefined if nothing is left. */
  readonly reached: string | undefined;
}

interface OpenTimeRange extends TimeRange {
  readonly limit: number;
  readonly isFirst: boolean;
}

export async function readNewestFirst(
  stretches: readonly TimeRange[],
  config: NewestFirstConfig,
  deps: NewestFirstDeps,
): Promise<NewestFirst> {
  const started = deps.now();
  const found: Submission[] = [];
  const begun = stretches.reduce((latest, { to }) => (to > latest ? to : latest), '');
  let open: OpenTimeRange[] = stretches.map((stretch) => ({
    ...stretch,
    limit: config.firstRead,
    isFirst: true,
  }));
  let reads = 0;
  let longestRound = 0;
  let density = 0;

  for (let round = 0; ; round += 1) {
    open.sort(newestEndFirst);
    const reached = open[0]?.to;
    const rows = reached === undefined ? found : found.filter((row) => ulidOf(row.submission_id) >= reached);
    const elapsed = deps.now() - started;
    // Always read each form's newest submissions, so that each page makes progress even if reads are slow.
    const isOver =
      reached !== undefined &&
      reached < begun &&
      (elapsed + longestRound > config.time || reads >= config.mostReads);
    if (reached === undefined || rows.length >= config.enough || isOver)
      return { rows: rows.toSorted(newerFirst), reached };

    // The first reads often find enough submissions, so only use the indexes after them.
    if (round === 1) open = await divided(open, deps);
    if (round > 0 && config.split && open.length < config.parallelReads)
      open = await splitLast(open, density, config, deps);
    open.sort(newestEndFirst);
    const width = open.some(({ part }) => part) ? config.parallelParts : config.parallelReads;
    const batch = open.slice(0, width);
    const settled = await Promise.allSettled(batch.map((stretch) => advance(stretch, config, deps)));
    const failure = settled.find((result) => result.status === 'rejected');
    if (failure) {
      // If the table is throttled, return the submissions that have already been found. The request for the
      // next page tries again.
      if (reached < begun) return { rows: rows.toSorted(newerFirst), reached };
      throw failure.reason;
    }
    const results = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const complete = results.filter((_, index) => !batch[index]?.part);
    if (complete.length > 0) density = rowsPerMillisecond(complete);
    reads += batch.length;
    longestRound = Math.max(longestRound, deps.now() - started - elapsed);
    found.push(...results.flatMap((result) => result.rows));
    open = [...results.flatMap((result) => result.rest ?? []), ...open.slice(width)];
  }
}

/** Divides the ranges at the boundaries of search index parts. */
async function divided(open: readonly OpenTimeRange[], deps: NewestFirstDeps): Promise<OpenTimeRange[]> {
  if (!deps.divide) return [...open];
  const sections = await deps.divide(open);
  return open.flatMap((range, index) =>
    (sections[index] ?? [range]).map((section) => ({
      ...range,
      ...section,
      isFirst: range.isFirst && section.to === range.to,
    })),
  );
}

interface Advanced {
  readonly rows: readonly Submission[];
  /** The unread part of the time range. Undefined if the range has been read completely. */
  readonly rest: OpenTimeRange | undefined;
  readonly scanned: number;
  /** Length of the time range read so far, in milliseconds. */
  readonly span: number;
}

async function advance(
  stretch: OpenTimeRange,
  { largestRead }: NewestFirstConfig,
  deps: NewestFirstDeps,
): Promise<Advanced> {
  const { rows, scanned, next } = await deps.read(stretch, stretch.limit, stretch.isFirst);
  const newest = Math.min(ulidTime(stretch.to), deps.now());
  return {
    rows,
    rest:
      next === undefined
        ? undefined
        : {
            ...stretch,
            to: next,
            limit: Math.min(stretch.limit * 4, largestRead),
            isFirst: false,
          },
    scanned,
    span: Math.max(1, newest - ulidTime(next ?? stretch.from)),
  };
}

function rowsPerMillisecond(results: readonly Advanced[]): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return Math.max(1, sum(results.map(({ scanned }) => scanned))) / sum(results.map(({ span }) => span));
}

/**
 * Splits sections off the newest end of the oldest range until there are as many ranges as can be read in
 * parallel.
 */
async function splitLast(
  sorted: readonly OpenTimeRange[],
  density: number,
  { parallelReads, largestRead }: NewestFirstConfig,
  { oldest }: NewestFirstDeps,
): Promise<OpenTimeRange[]> {
  const stretches = sorted.toSorted(newestEndFirst);
  const last = stretches.pop();
  // Don't split a part of an index, because it is read as a whole.
  if (!last || last.part) return [...sorted];
  const from = last.from === OLDEST_ULID ? ((await oldest(last.partition)) ?? last.to) : last.from;
  const span = Math.ceil(largestRead / density);
  let rest = { ...last, from };
  while (stretches.length < parallelReads - 1) {
    const cut = ulidTime(rest.to) - span;
    if (cut <= ulidTime(rest.from)) break;
    const boundary = ulidBound(cut);
    stretches.push({ ...rest, from: boundary, limit: largestRead });
    rest = { ...rest, to: boundary };
  }
  return [...stretches, rest];
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const newestEndFirst = (a: TimeRange, b: TimeRange): number => compareText(b.to, a.to);

const newerFirst = (a: Submission, b: Submission): number =>
  compareText(ulidOf(b.submission_id), ulidOf(a.submission_id)) || compareText(b.form_id, a.form_id);
