/**
 * Writes a form's submissions to a CSV or NDJSON file while reading them, so that they don't have to fit in
 * memory.
 */
import * as z from 'zod';
import { choicesOf } from '../../core/text/text.ts';
import { CsvColumns, csvDelimiters, type CsvDelimiter, type CsvRow } from './csv.ts';
import { submissionFilterMembers } from '../submissions-query.ts';
import { INVALID_TIME_SPAN, isValidTimeSpan } from '../../core/time-span.ts';
import type { SubmissionView } from '../submission.ts';
import { timeZone, zonedTimes } from '../../core/zoned-time.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Formats of lists in CSV cells. */
const listForms = ['json'] as const;

export interface CsvOptions {
  readonly delimiter?: CsvDelimiter | undefined;
  readonly time_zone?: string | undefined;
  readonly lists?: (typeof listForms)[number] | undefined;
  /** JSON array of the columns to export, in order. */
  readonly columns?: string | undefined;
  /** The form's declared fields, except for file fields. Links to files are in a separate column. */
  readonly fields?: readonly { readonly name: string; readonly label?: string | undefined }[] | undefined;
}

/** Maximum number of fields in a submission, plus the fixed columns. */
const MAX_COLUMNS = 210;
const MAX_COLUMNS_LENGTH = 8000;

const chosenColumns = z.array(z.string().min(1)).min(1).max(MAX_COLUMNS);

/** Returns the chosen columns, or undefined if the text isn't a JSON array of distinct names. */
function columnsOf(text: string): string[] | undefined {
  try {
    const { data } = chosenColumns.safeParse(JSON.parse(text));
    return data && new Set(data).size === data.length ? data : undefined;
  } catch {
    return undefined;
  }
}

function forCsvOnly(name: 'delimiter' | 'time_zone' | 'lists' | 'columns') {
  return [
    (query: Omit<CsvOptions, 'fields'> & { readonly format: ExportFormat }) =>
      query.format === 'csv' || query[name] === undefined,
    { path: [name] as PropertyKey[], message: 'can only be used with format=csv' },
  ] as const;
}

/** Query parameters of an export: the format, and the same filter as for lists. */
export const exportQuery = z
  .strictObject({
    format: z.enum(exportFormats).default('csv').describe('Format of the file.'),
    delimiter: z
      .enum(csvDelimiters)
      .optional()
      .describe("Separator of a CSV file's cells; defaults to a comma."),
    time_zone: timeZone
      .optional()
      .describe(
        "IANA name of the time zone for times in a CSV file; defaults to the form's, or else the account's.",
      ),
    lists: z
      .enum(listForms)
      .optional()
      .describe(
        'How a CSV file shows values of a field that was posted several times: joined with `; ` (the default), or as the stored JSON array.',
      ),
    columns: z
      .string()
      .max(MAX_COLUMNS_LENGTH)
      .refine((text) => columnsOf(text) !== undefined, {
        message: `must be a JSON array of 1 to ${MAX_COLUMNS} different column names, for example ["received_at","email"]`,
      })
      .optional()
      .describe(
        'JSON array of the columns of a CSV file, in order: `id`, `received_at`, `status`, `attachments`, `form`, `starred`, `note`, `assignee`, `labels`, `handled_at` and field names. Defaults to the first three, all fields and `attachments`. For a field that has one of these ten names, use `payload.` plus its name.',
      ),
    ...submissionFilterMembers,
  })
  .refine(isValidTimeSpan, INVALID_TIME_SPAN)
  .refine(...forCsvOnly('delimiter'))
  .refine(...forCsvOnly('time_zone'))
  .refine(...forCsvOnly('lists'))
  .refine(...forCsvOnly('columns'));

export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
};

/** Buffers lines on disk. The lines can be read once, in the order in which they were added. */
export interface LineBuffer {
  add(line: string): Promise<void>;
  lines(): AsyncIterable<string>;
}

/** A submission as returned by the API, but with its fields as pairs, which keep the order submitted. */
export interface ExportedSubmission {
  readonly view: SubmissionView;
  /** Name of the form. */
  readonly form: string;
  readonly fields: CsvRow['fields'];
}

type Batches = AsyncIterable<readonly ExportedSubmission[]>;

/** Yields the text of the export file in chunks. */
export function exportText(
  { format, ...options }: { readonly format: ExportFormat } & CsvOptions,
  batches: Batches,
  buffer: LineBuffer,
): AsyncIterable<string> {
  return format === 'csv' ? csv(options, batches, buffer) : ndjson(batches);
}

async function* ndjson(batches: Batches): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map(({ view }) => `${JSON.stringify(view)}\n`).join('');
}

/**
 * The header contains the field names of all submissions, so all of them are buffered before the first line
 * is written.
 */
async function* csv(
  { delimiter, time_zone, lists, columns: chosen, fields: declared }: CsvOptions,
  batches: Batches,
  buffer: LineBuffer,
): AsyncGenerator<string> {
  const columns = new CsvColumns(delimiter, declared, chosen === undefined ? undefined : columnsOf(chosen));
  const timeOf = time_zone === undefined ? (utc: string) => utc : zonedTimes(time_zone);
  const cellOf = ([name, value]: CsvRow['fields'][number]) =>
    [name, lists === 'json' ? value : (choicesOf(value)?.join('; ') ?? value)] as const;
  for await (const batch of batches) {
    for (const { fields, form, view } of batch) {
      columns.addFields(fields);
      const { id, status, attachments, starred, note, assignee, labels, handled_at } = view;
      const names = labels.map(({ name }) => name);
      const optional = {
        form,
        starred: String(starred),
        note: note ?? '',
        assignee: assignee?.name ?? '',
        labels: lists === 'json' ? JSON.stringify(names) : names.join('; '),
        handled_at: handled_at === null ? '' : timeOf(handled_at),
      };
      const received_at = timeOf(view.received_at);
      const urls = attachments.map(({ url }) => url);
      await buffer.add(
        JSON.stringify({
          id,
          received_at,
          status,
          fields: fields.map(cellOf),
          urls,
          optional,
        } satisfies CsvRow),
      );
    }
  }
  yield columns.header();
  for await (const line of buffer.lines()) yield columns.row(JSON.parse(line) as CsvRow);
}
