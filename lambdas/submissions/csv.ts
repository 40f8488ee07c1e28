/**
 * Writes submissions as CSV for spreadsheets: RFC 4180, every cell in quotes, UTF-8 with a byte order mark, without
 * which Excel misreads umlauts.
 *
 * Posted text is untrusted. A cell that a spreadsheet would run as a formula gets an apostrophe in front, which
 * spreadsheets read as "this is text". So does a cell that already begins with apostrophes before a formula, so that a
 * reader may always remove the first apostrophe of `'=`, `''=` … .
 */

const BYTE_ORDER_MARK = '\uFEFF';
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Maximum number of columns for fields. Field names are untrusted too: without a limit, a few posts with many new names
 * would lengthen every row. Further fields go together into one last column.
 */
const MOST_FIELDS = 1000;

const FIXED = ['id', 'received_at', 'status'];
const ATTACHMENTS = 'attachments';
const MORE = 'more_fields';

/** The content of a row. */
export interface CsvRow {
  readonly id: string;
  readonly received_at: string;
  readonly status: string;
  /** Names and values in the order posted. */
  readonly fields: readonly (readonly [string, string])[];
  readonly urls: readonly string[];
}

/** The columns of a table: the fixed ones, then one for each field name. Add all rows' fields before writing the header. */
export class CsvColumns {
  readonly #names = new Set<string>();
  #more = false;

  /** Adds the field names of a submission; columns are in the order in which names are first added. */
  addFields(fields: CsvRow['fields']): void {
    for (const [name] of fields) {
      if (this.#names.has(name)) continue;
      if (this.#names.size < MOST_FIELDS) this.#names.add(name);
      else this.#more = true;
    }
  }

  /** The header line. A field that has the name of another column gets `payload.` before its name. */
  header(): string {
    const taken = new Set([...FIXED, ATTACHMENTS, ...(this.#more ? [MORE] : [])]);
    const fields = Array.from(this.#names, (name) => {
      let title = name;
      while (taken.has(title) || (title !== name && this.#names.has(title))) title = `payload.${title}`;
      taken.add(title);
      return title;
    });
    return BYTE_ORDER_MARK + line([...FIXED, ...fields, ...(this.#more ? [MORE] : []), ATTACHMENTS]);
  }

  /** The line of a submission. Links to several files are in one cell, one per line. */
  row({ id, received_at, status, fields, urls }: CsvRow): string {
    const values = new Map(fields);
    const cells = [id, received_at, status];
    for (const name of this.#names) cells.push(values.get(name) ?? '');
    if (this.#more) {
      const rest = fields.filter(([name]) => !this.#names.has(name));
      cells.push(rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest)));
    }
    return line([...cells, urls.join('\n')]);
  }
}

/** A cell with its quotes; an empty one needs none. */
export function csvCell(text: string): string {
  if (text === '') return '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

function line(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
