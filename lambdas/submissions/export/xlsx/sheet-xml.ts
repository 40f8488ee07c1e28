/**
 * Writes the rows of a worksheet (ECMA-376, SpreadsheetML). Cells contain text or times, never formulas. Text
 * cells also have the number format "Text", so that a spreadsheet still treats `=1+1` as text if someone
 * edits the cell.
 */

/** Maximum length of a cell's text in Excel, in UTF-16 code units. */
const MAX_TEXT = 32_767;
const DAY = 24 * 60 * 60 * 1000;
/** Day 0 of Excel's calendar. */
const EPOCH = Date.UTC(1899, 11, 30);

/**
 * Text, or a local time in the workbook's time zone, expressed in milliseconds as if the time zone were UTC.
 */
export type SheetCell = string | { readonly clock: number };

/** Indexes of the cell formats in `STYLES_XML`. */
const TEXT = 1;
const TIME = 2;
const TITLE = 3;

/** Number format 49 is "Text". */
export const STYLES_XML =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>';

/** Start of a worksheet. Freezes the first row and makes columns wide enough for a time. */
export const SHEET_START =
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultColWidth="22" defaultRowHeight="15"/><sheetData>';

export const SHEET_END = '</sheetData></worksheet>';

/** Returns the row with the columns' titles. */
export const titleRowXml = (titles: readonly string[]): string =>
  rowXml(1, titles, (title, place) => textXml(title, place, TITLE));

/**
 * Returns a row of cells.
 * @param row the row's number, starting at 1
 */
export const cellRowXml = (row: number, cells: readonly SheetCell[]): string =>
  rowXml(row, cells, (cell, place) =>
    typeof cell === 'string' ? textXml(cell, place, TEXT) : timeXml(cell.clock, place),
  );

function rowXml<Of>(row: number, cells: readonly Of[], xmlOf: (cell: Of, place: string) => string): string {
  return `<row r="${row}">${cells.map((cell, index) => xmlOf(cell, columnName(index) + String(row))).join('')}</row>`;
}

function textXml(text: string, place: string, style: number): string {
  if (text === '') return '';
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(fitting(text))}</t></is></c>`;
}

function timeXml(clock: number, place: string): string {
  return `<c r="${place}" s="${TIME}"><v>${(clock - EPOCH) / DAY}</v></c>`;
}

/** Returns a column's letters: A for 0, Z for 25, AA for 26. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** Returns the text, or its start and an ellipsis if it is longer than Excel allows. */
function fitting(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n');
  if (lines.length <= MAX_TEXT) return lines;
  return `${lines.slice(0, MAX_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Escapes text for an element. Characters that XML can't contain become U+FFFD. Spreadsheets decode text such
 * as `_x0041_` to `A`, so the underscore at its start is escaped too.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
