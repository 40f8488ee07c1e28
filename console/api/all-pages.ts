/** Reads a list page by page, where a screen shows all of it. */

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

const ROWS = 100;

/**
 * All rows of a list.
 * @param mostPages bounds how many of 100 rows are read: what follows is left out
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
