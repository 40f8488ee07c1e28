/** Defines the query parameters of exports. */
import * as z from 'zod';
import { languages } from '../../core/text/language.ts';
import { INVALID_TIME_SPAN, isValidTimeSpan } from '../../core/time-span.ts';
import { timeZone } from '../../core/zoned-time.ts';
import { submissionFilterMembers } from '../submissions-query.ts';
import { csvDelimiters } from './csv.ts';

const exportFormats = ['csv', 'ndjson', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A submission's maximum number of fields, plus the standard columns. */
const MAX_COLUMNS = 210;
const MAX_COLUMNS_LENGTH = 8000;

const chosenColumns = z.array(z.string().min(1)).min(1).max(MAX_COLUMNS);

/** Returns the chosen columns, or undefined if the text isn't a JSON array of distinct names. */
export function columnsOf(text: string): string[] | undefined {
  try {
    const { data } = chosenColumns.safeParse(JSON.parse(text));
    return data && new Set(data).size === data.length ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Parameters that only apply to some formats. */
const tableMembers = {
  delimiter: z
    .enum(csvDelimiters)
    .optional()
    .describe('Separator between the cells of a CSV file. Defaults to a comma.'),
  times: z
    .enum(['spreadsheet'])
    .optional()
    .describe(
      'Format of times in a CSV file: ISO 8601 with the offset (the default), or `spreadsheet` for `2026-11-20 10:30:00`, which spreadsheets recognize as a time.',
    ),
  time_zone: timeZone
    .optional()
    .describe(
      "IANA name of the time zone for times in a CSV or XLSX file; defaults to the form's, or else the account's.",
    ),
  lists: z
    .enum(['json'])
    .optional()
    .describe(
      'How a CSV or XLSX file shows values of a field that was submitted several times: joined with `; ` (the default), or as the stored JSON array.',
    ),
  language: z
    .enum(languages)
    .optional()
    .describe(
      "Language of the standard columns' titles in a CSV or XLSX file; by default, the titles are names such as `received_at`.",
    ),
  columns: z
    .string()
    .max(MAX_COLUMNS_LENGTH)
    .refine((text) => columnsOf(text) !== undefined, {
      message: `must be a JSON array of 1 to ${MAX_COLUMNS} different column names, for example ["received_at","email"]`,
    })
    .optional()
    .describe(
      'JSON array of the columns of a CSV or XLSX file, in order: `id`, `received_at`, `status`, `attachments`, `form`, `starred`, `note`, `assignee`, `labels`, `handled_at`, field names, and `payload.*` for all fields that the array doesn\'t name. Defaults to `["id","received_at","status","payload.*","attachments"]`. For a field that has one of these ten names, use `payload.` plus its name.',
    ),
};
export type TableOptions = z.output<z.ZodObject<typeof tableMembers>>;

const exportMembers = z.strictObject({
  format: z.enum(exportFormats).default('csv').describe('Format of the file.'),
  ...tableMembers,
  ...submissionFilterMembers,
});
export type ExportQuery = z.output<typeof exportMembers>;

function onlyFor(formats: readonly ExportFormat[], name: keyof TableOptions) {
  const message = `can only be used with ${formats.map((format) => `format=${format}`).join(' or ')}`;
  return [
    (query: ExportQuery) => formats.includes(query.format) || query[name] === undefined,
    { path: [name] as PropertyKey[], message },
  ] as const;
}

/** Query parameters of an export: the format and the same filter as for lists. */
export const exportQuery = exportMembers
  .refine(isValidTimeSpan, INVALID_TIME_SPAN)
  .refine(...onlyFor(['csv'], 'delimiter'))
  .refine(...onlyFor(['csv'], 'times'))
  .refine(...onlyFor(['csv', 'xlsx'], 'time_zone'))
  .refine(...onlyFor(['csv', 'xlsx'], 'lists'))
  .refine(...onlyFor(['csv', 'xlsx'], 'language'))
  .refine(...onlyFor(['csv', 'xlsx'], 'columns'));

export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
