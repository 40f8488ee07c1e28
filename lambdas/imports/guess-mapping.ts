/** Guesses the contents of a file's columns from their names. */
import type { ImportSource, SpecialTarget, Target } from './import.ts';

export interface GuessedForm {
  readonly fields: readonly { readonly name: string; readonly label?: string | undefined }[];
}

interface GuessOptions {
  readonly format: 'csv' | 'ndjson';
  readonly from: ImportSource | undefined;
  /** True if this service exported the file. */
  readonly isOwn: boolean;
  readonly form: GuessedForm;
}

interface Rules {
  readonly special: Readonly<Record<string, SpecialTarget>>;
  /** Columns that describe the request instead of a form field. */
  readonly dropped: readonly string[];
}

/** Names of columns that contain the time, from the most to the least specific. */
const TIMES = [
  'received_at',
  'submitted_at',
  'submission_date',
  'submit_date',
  'created_at',
  'created',
  'timestamp',
  'date_submitted',
  'submitted_on',
  'submitted',
  'date',
];

/** The columns in each backend's exports (docs/migrating.md, "4. Import the old submissions"). */
const ofSource: Readonly<Record<Exclude<ImportSource, 'svc'>, Rules>> = {
  formspree: { special: { _date: '$received_at' }, dropped: ['_id', '_status', '_errors'] },
  netlify: {
    special: { created_at: '$received_at' },
    dropped: ['id', 'number', 'ip', 'user_agent', 'referrer', 'form_name', 'site_url'],
  },
  basin: {
    special: { created_at: '$received_at', submitted_at: '$received_at', spam: '$status' },
    dropped: ['id', 'ip', 'ip_address', 'user_agent', 'referrer', 'read', 'trash', 'email_delivered'],
  },
  getform: {
    special: { submission_date: '$received_at', created_at: '$received_at' },
    dropped: ['id', '_id', 'ip', 'ip_address', 'user_agent', 'referrer'],
  },
  web3forms: {
    special: { date: '$received_at', created_at: '$received_at', submitted_at: '$received_at' },
    dropped: ['id', 'access_key', 'ip', 'user_agent'],
  },
  typeform: {
    special: { submit_date_utc: '$received_at' },
    dropped: ['#', 'response_type', 'start_date_utc', 'stage_date_utc', 'network_id', 'tags', 'ending'],
  },
};

/** The columns that this service's exports add to the fields. All other columns are fields. */
const OWN: Readonly<Record<string, Target>> = {
  id: null,
  form: null,
  form_id: null,
  received_at: '$received_at',
  status: '$status',
  note: '$note',
  starred: null,
  assignee: null,
  labels: null,
  handled_at: null,
  read_at: null,
  attachments: null,
  files: null,
  source: null,
  spam: null,
  warnings: null,
};
/** The columns before and after the fields in an export without a column list. */
const OWN_FIRST = ['id', 'received_at', 'status'];
const OWN_LAST = 'attachments';
const OF_PAYLOAD = 'payload.';

/** Returns true if this service exported a CSV file with this header. */
export const isOwnHeader = (columns: readonly string[]): boolean =>
  OWN_FIRST.every((name, index) => columns[index] === name) && columns.at(-1) === OWN_LAST;

/** Converts a name such as `Submitted At (UTC)` to `submitted_at_utc`. */
const plain = (name: string): string =>
  name
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[()]/g, '')
    .replace(/[\s-]+/g, '_');

/** Returns each column's target. The time, the status and the note are each assigned to at most one column. */
export function guessMapping(columns: readonly string[], options: GuessOptions): Map<string, Target> {
  const { from, isOwn, form } = options;
  if (isOwn) return ownMapping(columns, options);
  const { special, dropped } = rulesOf(columns, from);
  const used = new Set<SpecialTarget>();
  const mapping = new Map<string, Target>();
  for (const column of columns) {
    const found = Object.hasOwn(special, plain(column)) ? special[plain(column)] : undefined;
    if (found && !used.has(found)) {
      used.add(found);
      mapping.set(column, found);
    } else if (found || dropped.includes(plain(column))) mapping.set(column, null);
    else mapping.set(column, fieldOf(column, form));
  }
  return mapping;
}

/**
 * Returns the mapping rules for a backend. If it is unknown, uses the column with the most specific time name
 * as the time, and keeps all other columns as fields.
 */
function rulesOf(columns: readonly string[], from: ImportSource | undefined): Rules {
  const known = from === undefined || from === 'svc' ? undefined : ofSource[from];
  const names = new Set(columns.map(plain));
  if (known && Object.keys(known.special).some((name) => names.has(name))) return known;
  const time = TIMES.find((name) => names.has(name)) ?? (names.has('_date') ? '_date' : undefined);
  return {
    special: { ...known?.special, ...(time !== undefined && { [time]: '$received_at' as const }) },
    dropped: known?.dropped ?? [],
  };
}

/**
 * Maps the columns of files that this service exported. An export without a column list contains no note,
 * labels or other optional data, so columns with these names are fields.
 */
function ownMapping(columns: readonly string[], { form, format }: GuessOptions): Map<string, Target> {
  const added = isOwnHeader(columns) ? [...OWN_FIRST, OWN_LAST] : Object.keys(OWN);
  const used = new Set<Target>();
  return new Map(
    columns.map((column): [string, Target] => {
      if (!added.includes(column)) {
        const field = format === 'ndjson' ? withoutPrefix(column) : fieldOfTitle(column, columns, added);
        return [column, fieldOf(field, form)];
      }
      const target = OWN[column] ?? null;
      if (target === null || used.has(target)) return [column, null];
      used.add(target);
      return [column, target];
    }),
  );
}

const withoutPrefix = (column: string): string =>
  column.startsWith(OF_PAYLOAD) ? column.slice(OF_PAYLOAD.length) : column;

/**
 * Returns the field for a column title in an exported table. If a field has the same name as another column,
 * its title has the prefix `payload.`. If another field already has the prefixed name, the prefix is
 * repeated.
 */
function fieldOfTitle(title: string, titles: readonly string[], added: readonly string[]): string {
  const name = title.replace(/^(?:payload\.)+/, '');
  if (!added.includes(name) || titles.includes(OF_PAYLOAD + title)) return title;
  return name;
}

/** Returns the name of the field with this name or label, or the column's name if there is no such field. */
function fieldOf(column: string, { fields }: GuessedForm): string {
  if (fields.some(({ name }) => name === column)) return column;
  const wanted = column.trim().toLowerCase();
  const same = fields.filter(
    ({ name, label }) => label === column || name.toLowerCase() === wanted || label?.toLowerCase() === wanted,
  );
  return same.length === 1 && same[0] ? same[0].name : column;
}
