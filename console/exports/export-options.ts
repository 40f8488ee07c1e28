/** Defines the format options of an export and builds the API request. */
import { remember, remembered } from '../app/preferences.ts';
import { ownTimeZone, timeZones } from '../app/time-zones.ts';
import { filtersOf } from '../inbox/inbox-query.ts';
import type { InboxSearch } from '../inbox/inbox-search.ts';
import type { Language } from '../texts/languages.ts';

export const formats = ['xlsx', 'csv', 'ndjson'] as const;
export const delimiters = ['comma', 'semicolon', 'tab'] as const;
export const listForms = ['joined', 'json'] as const;

export interface ExportOptions {
  readonly format: (typeof formats)[number];
  readonly delimiter: (typeof delimiters)[number];
  /** IANA time zone name. */
  readonly timeZone: string;
  readonly lists: (typeof listForms)[number];
}

/**
 * Columns that aren't form fields. If a form field has one of these names, its column gets the prefix
 * `payload.`.
 */
const standardColumns = [
  'form',
  'id',
  'received_at',
  'status',
  'attachments',
  'starred',
  'note',
  'assignee',
  'labels',
  'handled_at',
] as const;
export type StandardColumn = (typeof standardColumns)[number];
const isStandard = (name: string): boolean => standardColumns.some((each) => each === name);
const isDefault = (column: StandardColumn): boolean =>
  column === 'id' || column === 'received_at' || column === 'status' || column === 'attachments';

/** Column name that stands for all fields that the request doesn't list individually. */
export const ALL_FIELDS = 'payload.*';

export interface Column {
  /** Name of the column in the API. */
  readonly column: string;
  /** Undefined for form fields. */
  readonly standard?: StandardColumn;
  readonly label: string;
  /** Whether the API includes the column by default. */
  readonly isDefault: boolean;
}

/**
 * Returns all available columns in file order.
 * @param fields the form's fields, or undefined for an export of all forms, which has one column for all
 * fields
 */
export function columnsOf(
  fields: readonly { readonly name: string; readonly label?: string }[] | undefined,
): Column[] {
  const ofFields = fields?.map(({ name, label }) => ({
    column: isStandard(name) ? `payload.${name}` : name,
    label: label ?? name,
    isDefault: true,
  }));
  const allFields = { column: ALL_FIELDS, label: ALL_FIELDS, isDefault: true };
  const standard = (column: StandardColumn): Column => ({
    column,
    standard: column,
    label: column,
    isDefault: isDefault(column) || (column === 'form' && fields === undefined),
  });
  return [
    ...(fields === undefined ? [standard('form')] : []),
    standard('id'),
    standard('received_at'),
    standard('status'),
    ...(ofFields ?? [allFields]),
    standard('attachments'),
    standard('starred'),
    standard('note'),
    standard('assignee'),
    standard('labels'),
    standard('handled_at'),
  ];
}

/**
 * Returns the columns to request, or undefined for the API's default. If all fields are chosen, requests them
 * with a wildcard, which also includes fields that aren't in any recent submission.
 */
export function requestedColumns(all: readonly Column[], chosen: readonly string[]): string[] | undefined {
  if (all.every(({ column, isDefault }) => isDefault === chosen.includes(column))) return undefined;
  const fields = all.filter(({ standard }) => standard === undefined);
  const hasAll = fields.every(({ column }) => chosen.includes(column));
  if (!hasAll) return [...chosen];
  const of = (columns: readonly Column[]): string[] =>
    columns.map(({ column }) => column).filter((column) => chosen.includes(column));
  const at = all.findIndex(({ standard }) => standard === 'attachments');
  return [...of(all.slice(0, at - fields.length)), ALL_FIELDS, ...of(all.slice(at))];
}

const KEY = 'export options';

/**
 * Returns the export options last used on this device. If there are none, returns the account's time zone and
 * the defaults that spreadsheets expect in this language.
 */
export function rememberedOptions(language: Language, accountZone: string | null): ExportOptions {
  const known = storedOptions();
  const among = <T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T =>
    allowed.find((each) => each === value) ?? otherwise;
  return {
    format: among(known['format'], formats, 'xlsx'),
    // In languages with a decimal comma, spreadsheets expect semicolons between cells.
    delimiter: among(known['delimiter'], delimiters, language === 'en' ? 'comma' : 'semicolon'),
    timeZone: among(known['timeZone'], timeZones(), accountZone ?? ownTimeZone()),
    lists: among(known['lists'], listForms, 'joined'),
  };
}

export function rememberOptions(options: ExportOptions): void {
  remember(KEY, JSON.stringify(options));
}

function storedOptions(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(remembered(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/**
 * Returns the export request's query parameters: the inbox filters and the table options.
 * @param columns undefined for the API's default
 */
export function exportQuery(
  search: InboxSearch,
  options: ExportOptions,
  columns: readonly string[] | undefined,
  language: Language,
) {
  const { format, delimiter, timeZone, lists } = options;
  return {
    ...filtersOf(search),
    format,
    ...(format === 'csv' && { delimiter, times: 'spreadsheet' as const }),
    ...(format !== 'ndjson' && {
      time_zone: timeZone,
      language,
      ...(lists === 'json' && { lists: 'json' as const }),
      ...(columns && { columns: JSON.stringify(columns) }),
    }),
  };
}
export type ExportQuery = ReturnType<typeof exportQuery>;
