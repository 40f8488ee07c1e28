/** Determines the columns of an exported table, their titles, and each submission's cells. */

/**
 * Maximum number of columns for fields that aren't named in the column list. Without a limit, a few
 * submissions with many new field names would make every row longer. The remaining fields share the last
 * column.
 */
const MAX_FIELDS = 1000;

/** Columns that are included unless the column list omits them. */
const fixedColumns = ['id', 'received_at', 'status', 'attachments'] as const;
/** Columns that are only included if the column list contains them. */
const optionalColumns = ['form', 'starred', 'note', 'assignee', 'labels', 'handled_at'] as const;
const MORE = 'more_fields';
/** Entry in the column list that stands for all fields that the list doesn't name. */
export const ALL_FIELDS = 'payload.*';
/** Prefix for the columns of fields that share a name with a standard column. */
const OF_PAYLOAD = 'payload.';

type StandardColumn = (typeof fixedColumns)[number] | (typeof optionalColumns)[number];
export type ColumnTitles = Readonly<Record<StandardColumn | typeof MORE, string>>;

/** Titles of the standard columns if the caller doesn't choose a language. */
export const COLUMN_NAMES: ColumnTitles = {
  form: 'form',
  id: 'id',
  received_at: 'received_at',
  status: 'status',
  starred: 'starred',
  note: 'note',
  assignee: 'assignee',
  labels: 'labels',
  handled_at: 'handled_at',
  attachments: 'attachments',
  more_fields: MORE,
};

/** Text, or a time in UTC. */
export type Cell = string | { readonly time: string };

export interface ExportRow {
  readonly cells: Readonly<Record<StandardColumn, Cell>>;
  /** Names and values in the order submitted. */
  readonly fields: readonly (readonly [string, string])[];
}

/** A field that a form declares. */
export interface DeclaredField {
  readonly name: string;
  readonly label?: string | undefined;
}

/** Collects a table's columns. Callers must add the fields of all rows before they read the titles. */
export class ExportColumns {
  readonly #columns: readonly string[];
  readonly #standardTitles: ColumnTitles;
  /** Standard columns, whose titles can't be used for fields. */
  readonly #reserved: readonly StandardColumn[];
  /** Fields that are named in the column list. */
  readonly #named: ReadonlySet<string>;
  readonly #includesOthers: boolean;
  /** All other fields, if the table includes them. */
  readonly #others = new Set<string>();
  /** Undefined for fields that have different labels in different forms. */
  readonly #labels = new Map<string, string | undefined>();
  #hasMore = false;

  /**
   * @param chosen the columns, in order. If a field has the same name as a standard column, its entry is
   *   `payload.` plus the name; `payload.*` stands for all fields that aren't named
   * @param ofSeveralForms whether the default columns start with the form's name
   */
  constructor({
    chosen,
    ofSeveralForms = false,
    titles = COLUMN_NAMES,
  }: {
    readonly chosen?: readonly string[] | undefined;
    readonly ofSeveralForms?: boolean;
    readonly titles?: ColumnTitles;
  } = {}) {
    const form = ofSeveralForms ? (['form'] as const) : [];
    this.#columns = chosen ?? [...form, 'id', 'received_at', 'status', ALL_FIELDS, 'attachments'];
    this.#reserved = [...fixedColumns, ...(chosen ? optionalColumns : form)];
    this.#standardTitles = titles;
    this.#includesOthers = this.#columns.includes(ALL_FIELDS);
    this.#named = new Set(
      this.#columns.filter((each) => !isStandard(each) && each !== ALL_FIELDS).map(fieldOf),
    );
  }

  /** Adds a form's declared fields. Their labels become the columns' titles. */
  addForm(declared: readonly DeclaredField[]): void {
    for (const { name, label } of declared) {
      this.#add(name);
      const isSame = !this.#labels.has(name) || this.#labels.get(name) === label;
      this.#labels.set(name, isSame ? label : undefined);
    }
  }

  /** Adds a submission's field names. Columns appear in the order in which their names are first added. */
  addFields(fields: ExportRow['fields']): void {
    for (const [name] of fields) this.#add(name);
  }

  #add(name: string): void {
    if (!this.#includesOthers || this.#named.has(name) || this.#others.has(name)) return;
    if (this.#others.size < MAX_FIELDS) this.#others.add(name);
    else this.#hasMore = true;
  }

  /**
   * Returns the columns' titles. A field's title is its label or, if the label isn't unique, its name. If the
   * name isn't unique either, it gets the prefix `payload.`.
   */
  titles(): string[] {
    const fields = new Set([...this.#named, ...this.#others]);
    const more = this.#hasMore ? [this.#standardTitles[MORE]] : [];
    const taken = new Set([...this.#reserved.map((column) => this.#standardTitles[column]), ...more]);
    const titles = new Map<string, string>();
    for (const name of fields) {
      const label = this.#labels.get(name);
      let title = name;
      if (label !== undefined && !taken.has(label) && !fields.has(label)) title = label;
      else while (taken.has(title) || (title !== name && fields.has(title))) title = OF_PAYLOAD + title;
      taken.add(title);
      titles.set(name, title);
    }
    const titleOf = (name: string): string => titles.get(name) ?? name;
    return this.#columns.flatMap((column) => {
      if (column === ALL_FIELDS) return [...Array.from(this.#others, titleOf), ...more];
      return isStandard(column) ? this.#standardTitles[column] : titleOf(fieldOf(column));
    });
  }

  /** Returns a submission's cells, in the order of the titles. */
  cells({ cells, fields }: ExportRow): Cell[] {
    const values = new Map(fields);
    return this.#columns.flatMap((column): Cell | Cell[] => {
      if (isStandard(column)) return cells[column];
      if (column !== ALL_FIELDS) return values.get(fieldOf(column)) ?? '';
      const others = Array.from(this.#others, (name) => values.get(name) ?? '');
      return this.#hasMore ? [...others, this.#moreOf(fields)] : others;
    });
  }

  #moreOf(fields: ExportRow['fields']): string {
    const rest = fields.filter(([name]) => !this.#named.has(name) && !this.#others.has(name));
    return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest));
  }
}

const isStandard = (name: string): name is StandardColumn =>
  name !== MORE && Object.hasOwn(COLUMN_NAMES, name);

/** Returns the name of the field that an entry in the column list refers to. */
function fieldOf(column: string): string {
  const name = column.startsWith(OF_PAYLOAD) ? column.slice(OF_PAYLOAD.length) : column;
  return isStandard(name) ? name : column;
}
