/** Merges the submissions of a form's pieces, newest first (docs/decisions/0054). */
import type { Page } from '../../core/web/pagination.ts';

interface Row {
  readonly submission_id: string;
}

const newestFirst = (a: Row, b: Row): number => (a.submission_id < b.submission_id ? 1 : -1);

/**
 * Merges pages that start at the same position, one from each piece. If a piece has more rows, it may contain
 * rows that are newer than other pieces' rows. Therefore, rows that are older than the end of its page aren't
 * returned, and the next page reads them again.
 */
export function mergedPage<Each extends Row>(
  pages: readonly Page<Each, string>[],
  limit: number,
): Page<Each, string> {
  const reached = newestOf(pages.flatMap(({ next }) => next ?? []));
  const rows = pages
    .flatMap((page) => page.rows)
    .filter(({ submission_id }) => reached === undefined || submission_id >= reached)
    .toSorted(newestFirst);
  if (rows.length <= limit) return { rows, next: reached };
  const page = rows.slice(0, limit);
  return { rows: page, next: page.at(-1)?.submission_id };
}

/**
 * Yields the rows of all pieces in batches, newest first. Reads the pieces in parallel. Batches can be empty,
 * which gives the consumer a chance to stop when it runs out of time.
 */
export async function* mergedBatches<Each extends Row>(
  pieces: readonly AsyncIterator<readonly Each[], unknown>[],
): AsyncGenerator<readonly Each[]> {
  let open = pieces.map((piece) => ({ piece, rows: [] as readonly Each[] }));
  for (;;) {
    const read = await Promise.all(
      open.map(async (each) => {
        if (each.rows.length > 0) return each;
        const next = await each.piece.next();
        return next.done === true ? [] : { ...each, rows: next.value };
      }),
    );
    open = read.flat();
    if (open.length === 0) return;
    // If a piece's last batch was empty, its next rows may be newer than those of the other pieces, so wait
    // for them.
    const isComplete = open.every(({ rows }) => rows.length > 0);
    const reached = newestOf(open.map(({ rows }) => rows.at(-1)?.submission_id ?? ''));
    const isDue = ({ submission_id }: Each): boolean => isComplete && submission_id >= (reached ?? '');
    const batch = open.flatMap(({ rows }) => rows.filter(isDue)).toSorted(newestFirst);
    open = open.map((each) => ({ ...each, rows: each.rows.filter((row) => !isDue(row)) }));
    yield batch;
  }
}

const newestOf = (ids: readonly string[]): string | undefined => ids.toSorted().at(-1);
