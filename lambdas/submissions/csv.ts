/**
 * Submissions as a table for people and their spreadsheets: RFC 4180, every cell in quotes, UTF-8 with a byte order
 * mark, without which Excel takes umlauts for something else. Programs take NDJSON.
 *
 * What was posted is anybody's. A cell that a spreadsheet would take for a formula gets an apostrophe in front, which
 * spreadsheets read as "this is text"; so does a cell that looks as if it had got one, so that the first apostrophe
 * of `'=`, `''=` … may always be taken off again.
 */

const BYTE_ORDER_MARK = '\uFEFF';
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Columns for field names. Names are anybody's as well: without an end, few posts of ever new names would make every
 * row of everybody as long as all of them. Fields beyond go together into one last column.
 */
const MOST_FIELDS = 1000;

const FIXED = ['id', 'received_at', 'status'];
const ATTACHMENTS = 'attachments';
const MORE = 'more_fields';

/** What a row is made of. */
export interface CsvRow {
  readonly id: string;
  readonly received_at: string;
  readonly status: string;
  /** Names and values in the order posted. */
  readonly fields: readonly (readonly [string, string])[];
  readonly urls: readonly string[];
}

/** The columns of a table whose rows are all known: those of every submission, then one for each field name seen. */
export class CsvColumns {
  readonly #names = new Set<string>();
  #more = false;

  /** Takes in the names of another submission, in the order in which they come first. */
  see(fields: CsvRow['fields']): void {
    for (const [name] of fields) {
      if (this.#names.has(name)) continue;
      if (this.#names.size < MOST_FIELDS) this.#names.add(name);
      else this.#more = true;
    }
  }

  /** The first line. A field that is named as another column has `payload.` before its name. */
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

  /** One line. Links to several files are in one cell, each on a line of its own. */
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

/** A cell as a file holds it. An empty one needs no quotes. */
export function csvCell(text: string): string {
  if (text === '') return '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

function line(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
