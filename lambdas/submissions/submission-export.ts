/** A form's submissions as one file, made while they are read: never all of them in memory. */
import * as z from 'zod';
import { CsvColumns, type CsvRow } from './csv.ts';
import { inOrder, outOfOrder, submissionFilter } from './submissions-query.ts';
import type { SubmissionView } from './submission.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The query of an export; which submissions are in it is said as in lists. */
export const exportQuery = z
  .object({
    format: z.enum(exportFormats).default('csv').describe('The format of the file.'),
    ...submissionFilter,
  })
  .refine(inOrder, outOfOrder);

export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
};

/** Keeps lines aside until they are read again, once, in the same order. */
export interface LineBuffer {
  add(line: string): Promise<void>;
  lines(): AsyncIterable<string>;
}

/** A submission as the API shows it, and its fields in the order posted, which JSON does not keep for numbers. */
export interface ExportedSubmission {
  readonly view: SubmissionView;
  readonly fields: CsvRow['fields'];
}

type Batches = AsyncIterable<readonly ExportedSubmission[]>;

/** The text of the file, piece by piece. */
export function exportText(format: ExportFormat, batches: Batches, spool: LineBuffer): AsyncIterable<string> {
  return format === 'csv' ? csv(batches, spool) : ndjson(batches);
}

async function* ndjson(batches: Batches): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map(({ view }) => `${JSON.stringify(view)}\n`).join('');
}

/** The first line names the fields of all submissions, so every one is read before it is written. */
async function* csv(batches: Batches, spool: LineBuffer): AsyncGenerator<string> {
  const columns = new CsvColumns();
  for await (const batch of batches) {
    for (const { fields, view } of batch) {
      columns.see(fields);
      const { id, received_at, status, attachments } = view;
      const urls = attachments.map(({ url }) => url);
      await spool.add(JSON.stringify({ id, received_at, status, fields, urls } satisfies CsvRow));
    }
  }
  yield columns.header();
  for await (const line of spool.lines()) yield columns.row(JSON.parse(line) as CsvRow);
}
