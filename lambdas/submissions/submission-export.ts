/** Writes a form's submissions as one CSV or NDJSON file while they are read, so that they need not fit in memory. */
import * as z from 'zod';
import { CsvColumns, csvDelimiters, type CsvDelimiter, type CsvRow } from './csv.ts';
import { INVALID_TIME_SPAN, isValidTimeSpan, submissionFilterMembers } from './submissions-query.ts';
import type { SubmissionView } from './submission.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The query of an export: the format, and the filter as in lists. */
export const exportQuery = z
  .strictObject({
    format: z.enum(exportFormats).default('csv').describe('The format of the file.'),
    delimiter: z
      .enum(csvDelimiters)
      .optional()
      .describe('What separates the cells of a CSV file; a comma when absent.'),
    ...submissionFilterMembers,
  })
  .refine(isValidTimeSpan, INVALID_TIME_SPAN)
  .refine(({ format, delimiter }) => format === 'csv' || delimiter === undefined, {
    path: ['delimiter'],
    message: 'is for format=csv only',
  });

export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
};

/** Stores lines outside of memory until they are read, once, in the same order. */
export interface LineBuffer {
  add(line: string): Promise<void>;
  lines(): AsyncIterable<string>;
}

/** A submission as the API shows it, with its fields in the order posted, which an object does not keep. */
export interface ExportedSubmission {
  readonly view: SubmissionView;
  readonly fields: CsvRow['fields'];
}

type Batches = AsyncIterable<readonly ExportedSubmission[]>;

/** The text of the file, in pieces. */
export function exportText(
  { format, delimiter }: { format: ExportFormat; delimiter?: CsvDelimiter | undefined },
  batches: Batches,
  buffer: LineBuffer,
): AsyncIterable<string> {
  return format === 'csv' ? csv(new CsvColumns(delimiter), batches, buffer) : ndjson(batches);
}

async function* ndjson(batches: Batches): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map(({ view }) => `${JSON.stringify(view)}\n`).join('');
}

/** The header names the fields of all submissions, so all are read and buffered before the first line is written. */
async function* csv(columns: CsvColumns, batches: Batches, buffer: LineBuffer): AsyncGenerator<string> {
  for await (const batch of batches) {
    for (const { fields, view } of batch) {
      columns.addFields(fields);
      const { id, received_at, status, attachments } = view;
      const urls = attachments.map(({ url }) => url);
      await buffer.add(JSON.stringify({ id, received_at, status, fields, urls } satisfies CsvRow));
    }
  }
  yield columns.header();
  for await (const line of buffer.lines()) yield columns.row(JSON.parse(line) as CsvRow);
}
