/** Writes a form's submissions as one CSV or NDJSON file while they are read, so that they need not fit in memory. */
import * as z from 'zod';
import { CsvColumns, type CsvRow } from './csv.ts';
import { INVALID_TIME_SPAN, isValidTimeSpan, submissionFilterMembers } from './submissions-query.ts';
import type { SubmissionView } from './submission.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The query of an export: the format, and the filter as in lists. */
export const exportQuery = z
  .object({
    format: z.enum(exportFormats).default('csv').describe('The format of the file.'),
    ...submissionFilterMembers,
  })
  .refine(isValidTimeSpan, INVALID_TIME_SPAN);

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
  format: ExportFormat,
  batches: Batches,
  buffer: LineBuffer,
): AsyncIterable<string> {
  return format === 'csv' ? csv(batches, buffer) : ndjson(batches);
}

async function* ndjson(batches: Batches): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map(({ view }) => `${JSON.stringify(view)}\n`).join('');
}

/** The header names the fields of all submissions, so all are read and buffered before the first line is written. */
async function* csv(batches: Batches, buffer: LineBuffer): AsyncGenerator<string> {
  const columns = new CsvColumns();
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
