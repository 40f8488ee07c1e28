/** Defines the format options of an export, and builds the API request. */
import { remember, remembered } from '../app/preferences.ts';
import { ownTimeZone, timeZones } from '../app/time-zones.ts';
import { filtersOf } from '../inbox/inbox-query.ts';
import type { InboxSearch } from '../inbox/inbox-search.ts';
import type { Language } from '../texts/languages.ts';

export const formats = ['csv', 'ndjson'] as const;
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
 * Columns that every submission has. If a form field has one of these names, its column gets the prefix
 * `payload.`.
 */
export const fixedColumns = ['id', 'received_at', 'status', 'attachments'] as const;
export type FixedColumn = (typeof fixedColumns)[number];
const isFixed = (name: string): name is FixedColumn => fixedColumns.some((each) => each === name);

/** Returns all available columns in file order, each with its form field. */
export function columnsOf(
  fields: readonly { readonly name: string; readonly label?: string }[],
): { readonly column: string; readonly fixed?: FixedColumn; readonly label: string }[] {
  const ofFields = fields.map(({ name, label }) => ({
    column: isFixed(name) ? `payload.${name}` : name,
    label: label ?? name,
  }));
  const fixed = (column: FixedColumn) => ({ column, fixed: column, label: column });
  return [fixed('id'), fixed('received_at'), fixed('status'), ...ofFields, fixed('attachments')];
}

const KEY = 'export options';

/**
 * Returns the export options last used on this device. If there are none, returns the defaults that
 * spreadsheets expect for the language, and the account's time zone.
 */
export function rememberedOptions(language: Language, accountZone: string | null): ExportOptions {
  const known = storedOptions();
  const among = <T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T =>
    allowed.find((each) => each === value) ?? otherwise;
  return {
    format: among(known['format'], formats, 'csv'),
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
 * Returns the query parameters of the export request: the inbox filters and the CSV options.
 * @param columns undefined to export all columns, including fields that aren't in any recent submission
 */
export function exportQuery(
  search: InboxSearch,
  options: ExportOptions,
  columns: readonly string[] | undefined,
) {
  const { format, delimiter, timeZone, lists } = options;
  return {
    ...filtersOf(search),
    format,
    ...(format === 'csv' && {
      delimiter,
      time_zone: timeZone,
      ...(lists === 'json' && { lists: 'json' as const }),
      ...(columns && { columns: JSON.stringify(columns) }),
    }),
  };
}
export type ExportQuery = ReturnType<typeof exportQuery>;
