/** Describes an import for the terminal. */
import * as z from 'zod';
import { importView } from '../../lambdas/imports/import.ts';

/** The parts of an import that the command shows, and of a form, which it looks up. */
export const shownImport = importView.partial().extend({
  id: z.string(),
  status: z.string().default(''),
  upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }).optional(),
});
export type ShownImport = z.infer<typeof shownImport>;

/** Returns a line with the progress, which changes only if there is some. */
export function progressLine({
  status,
  rows = 0,
  imported = 0,
  skipped = 0,
  errors = [],
}: ShownImport): string {
  switch (status) {
    case 'waiting':
      return 'Waiting for the upload';
    case 'checking':
      return `Checking: ${rows} rows`;
    case 'importing':
      return `Importing: ${imported + skipped} of ${rows} rows`;
    default:
      return `Checked ${rows} rows, ${errors.length} shown errors`;
  }
}

/** Returns the result as lines. */
export function importLines(of: ShownImport): string[] {
  const { status, rows = 0, imported = 0, skipped = 0, spam = 0, expiring = 0 } = of;
  const { errors = [], mapping = {}, preview = [], detected } = of;
  const failed = rows - imported - skipped;
  return [
    `${of.id}: ${status}`,
    ...(detected ? [`File: ${detected.encoding}${delimiterText(detected.delimiter)}`] : []),
    ...Object.entries(mapping).map(([column, target]) => `  ${column} -> ${target ?? '(not imported)'}`),
    ...preview.map(
      ({ row, received_at, payload }) => `  Row ${row}, ${received_at}: ${JSON.stringify(payload)}`,
    ),
    status === 'ready'
      ? `${rows} rows, of which ${spam} are spam and ${expiring} expire at once. Nothing was imported.`
      : `${rows} rows: ${imported} imported (${spam} spam), ${skipped} skipped because they were imported before, ${failed} with errors.`,
    ...errors.map(
      ({ row, column, message }) => `  Row ${row}${column === null ? '' : `, ${column}`}: ${message}`,
    ),
  ];
}

function delimiterText(delimiter: string | null): string {
  if (delimiter === null) return '';
  return `, separated by ${delimiter === '\t' ? 'tabs' : `"${delimiter}"`}`;
}
