/**
 * Writes submissions as CSV for spreadsheets (RFC 4180). Every cell is in quotes. The file is encoded in
 * UTF-8 with a byte order mark, because Excel misreads umlauts without it.
 *
 * Submitted text is untrusted and may contain formulas. A spreadsheet may also split the file at a different
 * separator. For example, the cell `"x;=1+1;y"` then becomes three cells, and the second one is a formula.
 * Wherever a spreadsheet could find a formula at the start of a cell, we insert an apostrophe, which marks
 * the cell as text (docs/specification.md, "Export").
 */

/** Starts the file. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that separate cells in a row. */
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type CsvDelimiter = keyof typeof SEPARATORS;
export const csvDelimiters = ['comma', 'semicolon', 'tab'] as const satisfies readonly CsvDelimiter[];

/**
 * Finds the positions where an apostrophe must be inserted. The position is before a tab, a carriage return
 * or a character that starts a formula, and before any apostrophes in front of it. The character must be at
 * the start of the text, or follow a separator, a line break or another control character. Spaces, quotes and
 * invisible characters may be in between. CR LF only counts at the start of the text. Elsewhere, it ends a
 * row in every spreadsheet.
 *
 * Inserting apostrophes doesn't change these positions, so it can be undone. The run time is linear because
 * the separators and the characters allowed in between are disjoint.
 */
const CELL_START =
  /(?<=^|[,;|\p{Cc}\p{Zl}\p{Zp}])(["\p{Zs}\p{Cf}]*)(?='*(?:[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]|\r(?!\n)))|^(["\p{Zs}\p{Cf}]*)(?='*[\r\n])/gu;

/** Returns a line with these cells. */
export function csvLine(cells: readonly string[], delimiter: CsvDelimiter): string {
  return `${cells.map(csvCell).join(SEPARATORS[delimiter])}\r\n`;
}

/** Returns a cell in quotes. Empty cells don't need quotes. */
export function csvCell(text: string): string {
  if (text === '') return '';
  return `"${text.replace(CELL_START, "$1$2'").replaceAll('"', '""')}"`;
}

/** Finds the apostrophes that `csvCell` inserts. */
const INSERTED =
  /(?<=^|[,;|\p{Cc}\p{Zl}\p{Zp}])(["\p{Zs}\p{Cf}]*)'(?='*(?:[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]|\r(?!\n)))|^(["\p{Zs}\p{Cf}]*)'(?='*[\r\n])/gu;

/** Returns the text as it was before `csvCell` marked its formulas as text. */
export const postedText = (cell: string): string => cell.replace(INSERTED, '$1$2');
