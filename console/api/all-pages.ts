/** Reads every page of a paginated list, for screens that show the whole list. */

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

const ROWS = 100;

/**
 * Reads all rows of a paginated list.
 * @param mostPages maximum number of pages to read, with 100 rows each. Any remaining rows are omitted.
 */
export async function allPages<Row>(
  read: (query: { limit: number; cursor?: string }) => Promise<Page<Row>>,
  mostPages = 20,
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const { data, next_cursor }: Page<Row> = await read({ limit: ROWS, ...(cursor !== null && { cursor }) });
    all.push(...data);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return all;
}
