/**
 * Writes submissions as CSV for spreadsheets (RFC 4180). Every cell is in quotes. The file is encoded in
 * UTF-8 with a byte order mark, because Excel misreads umlauts without it.
 *
 * Submitted text is untrusted and may contain formulas. A spreadsheet may also use a different separator. It
 * would then split the cell `"x;=1+1;y"` into three cells, and the second one would be a formula. Wherever a
 * spreadsheet could find a formula at the start of a cell, we insert an apostrophe, which marks the cell as
 * text (docs/specification.md, "Export").
 */

/** Starts the file. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that separate cells in a row. */
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type CsvDelimiter = keyof typeof SEPARATORS;
export const csvDelimiters = ['comma', 'semicolon', 'tab'] as const satisfies readonly CsvDelimiter[];

/**
 * Finds the positions where `csvCell` inserts an apostrophe: before a tab, a carriage return or a character
 * that starts a formula, and before any apostrophes that precede this character. It matches only at the start
 * of the text, or after a separator, a line break or another control character. Spaces, quotes and invisible
 * characters may be in between. CR LF only matches at the start of the text. Elsewhere, every spreadsheet
 * treats it as the end of a row.
 *
 * Inserting apostrophes doesn't change these positions, so `postedText` can remove the apostrophes again. The
 * run time is linear because the separators and the characters allowed in between are disjoint.
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
