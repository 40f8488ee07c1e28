/**
 * Writes submissions as CSV for spreadsheets (RFC 4180). Every cell is in quotes. The file is in UTF-8 with a
 * byte order mark, because Excel misreads umlauts without it.
 *
 * Submitted text is untrusted and may contain formulas. A spreadsheet may also split the file at a different
 * separator: the cell `"x;=1+1;y"` then becomes three cells, and the second one is a formula. Wherever a
 * spreadsheet could find a formula at the start of a cell, we insert an apostrophe, which marks the cell as
 * text (docs/specification.md, "Export").
 */

const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that separate cells in a row. */
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type CsvDelimiter = keyof typeof SEPARATORS;
export const csvDelimiters = ['comma', 'semicolon', 'tab'] as const satisfies readonly CsvDelimiter[];

/**
 * Finds the positions at which an apostrophe must be inserted. Such a position is before a tab, a carriage
 * return or a character that starts a formula, and before any apostrophes in front of it. The character must
 * be at the start of the text, or follow a separator, a line break or another control character. Spaces,
 * quotes and invisible characters may be in between. CR LF only counts at the start of the text. Elsewhere,
 * it ends a row in every spreadsheet.
 *
 * Inserting apostrophes doesn't change these positions, so it can be undone. The run time is linear, because
 * the separators and the characters allowed in between are disjoint.
 */
const CELL_START =
  /(?<=^|[,;|\p{Cc}\p{Zl}\p{Zp}])(["\p{Zs}\p{Cf}]*)(?='*(?:[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]|\r(?!\n)))|^(["\p{Zs}\p{Cf}]*)(?='*[\r\n])/gu;

/**
 * Maximum number of field columns. Without a limit, a few submissions with many new field names would make
 * every row longer. The last column contains all further fields.
 */
const MAX_FIELDS = 1000;

const FIXED = ['id', 'received_at', 'status'];
const ATTACHMENTS = 'attachments';
const MORE = 'more_fields';
/** Columns that are only included if they are chosen. */
export const optionalColumns = ['form', 'starred', 'note', 'assignee', 'labels', 'handled_at'] as const;
/** Prefix for columns of fields that have the same name as another column. */
const OF_PAYLOAD = 'payload.';

export interface CsvRow {
  readonly id: string;
  readonly received_at: string;
  readonly status: string;
  /** Names and values in the order submitted. */
  readonly fields: readonly (readonly [string, string])[];
  readonly urls: readonly string[];
  readonly optional: Readonly<Record<(typeof optionalColumns)[number], string>>;
}

/**
 * Defines a table's columns: the fixed ones, followed by one for each field name. Add the fields of all rows
 * before writing the header.
 */
export class CsvColumns {
  readonly #names = new Set<string>();
  readonly #separator: string;
  readonly #labels = new Map<string, string>();
  readonly #chosen: readonly string[] | undefined;
  #more = false;

  /**
   * @param declared the form's declared fields. Their columns are first and have the labels as titles
   * @param chosen the only columns to include, in this order. If undefined, all columns except the
   *   optional ones are included. A field with the name of another column is named `payload.` plus its name
   */
  constructor(
    delimiter: CsvDelimiter = 'comma',
    declared: readonly { readonly name: string; readonly label?: string | undefined }[] = [],
    chosen?: readonly string[],
  ) {
    this.#separator = SEPARATORS[delimiter];
    this.#chosen = chosen;
    for (const column of chosen ?? []) {
      if (!isColumn(column)) this.#names.add(fieldOf(column));
    }
    for (const { name, label } of declared) {
      if (chosen === undefined) this.#names.add(name);
      if (label !== undefined) this.#labels.set(name, label);
    }
  }

  /** Adds a submission's field names. Columns appear in the order in which names are first added. */
  addFields(fields: CsvRow['fields']): void {
    if (this.#chosen) return;
    for (const [name] of fields) {
      if (this.#names.has(name)) continue;
      if (this.#names.size < MAX_FIELDS) this.#names.add(name);
      else this.#more = true;
    }
  }

  /**
   * Returns the header line. Uses a field's label or, if the label isn't unique, its name. If the name isn't
   * unique either, adds the prefix `payload.`.
   */
  header(): string {
    const optional = this.#chosen ? optionalColumns : [];
    const taken = new Set([...FIXED, ATTACHMENTS, ...optional, ...(this.#more ? [MORE] : [])]);
    const titles = new Map(
      Array.from(this.#names, (name): [string, string] => {
        const label = this.#labels.get(name);
        if (label !== undefined && !taken.has(label) && !this.#names.has(label)) {
          taken.add(label);
          return [name, label];
        }
        let title = name;
        while (taken.has(title) || (title !== name && this.#names.has(title))) title = OF_PAYLOAD + title;
        taken.add(title);
        return [name, title];
      }),
    );
    const all = this.#chosen?.map((column) =>
      isColumn(column) ? column : (titles.get(fieldOf(column)) ?? column),
    );
    const columns = all ?? [...FIXED, ...titles.values(), ...(this.#more ? [MORE] : []), ATTACHMENTS];
    return BYTE_ORDER_MARK + this.#line(columns);
  }

  /**
   * Returns a submission's line. If the submission has several files, their links are in one cell, one link
   * per line.
   */
  row({ id, received_at, status, fields, urls, optional }: CsvRow): string {
    const values = new Map(fields);
    if (this.#chosen) {
      const cells = new Map(
        Object.entries({ ...optional, id, received_at, status, [ATTACHMENTS]: urls.join('\n') }),
      );
      return this.#line(this.#chosen.map((column) => cells.get(column) ?? values.get(fieldOf(column)) ?? ''));
    }
    const cells = [id, received_at, status];
    for (const name of this.#names) cells.push(values.get(name) ?? '');
    if (this.#more) {
      const rest = fields.filter(([name]) => !this.#names.has(name));
      cells.push(rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest)));
    }
    return this.#line([...cells, urls.join('\n')]);
  }

  #line(cells: readonly string[]): string {
    return `${cells.map(csvCell).join(this.#separator)}\r\n`;
  }
}

const isColumn = (name: string): boolean =>
  name === ATTACHMENTS || FIXED.includes(name) || optionalColumns.some((each) => each === name);

/** Returns the name of the field that a chosen column contains. */
function fieldOf(column: string): string {
  const name = column.startsWith(OF_PAYLOAD) ? column.slice(OF_PAYLOAD.length) : column;
  return isColumn(name) ? name : column;
}

/** Returns a cell in quotes. Empty cells don't need quotes. */
export function csvCell(text: string): string {
  if (text === '') return '';
  return `"${text.replace(CELL_START, "$1$2'").replaceAll('"', '""')}"`;
}
