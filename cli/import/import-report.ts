/** Describes an import for the terminal. */
import * as z from 'zod';
import { importView } from '../../lambdas/imports/import.ts';

/** An import. Only a newly created import contains `upload`, the request that uploads its file. */
export const shownImport = importView.extend({
  upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }).optional(),
});
export type ShownImport = z.infer<typeof shownImport>;

/** The part of a form that the command needs. */
export const shownForm = z.object({ id: z.string() });

/** Returns a line with the progress, or undefined if the import has ended. */
export function progressLine({ status, rows, imported, skipped }: ShownImport): string | undefined {
  switch (status) {
    case 'waiting':
      return 'Waiting for the upload';
    case 'checking':
      return `Checking: ${rows} rows`;
    case 'importing':
      return `Importing: ${imported + skipped} of ${rows} rows`;
    default:
      return undefined;
  }
}

/** Returns the result as lines of text. */
export function importLines(of: ShownImport): string[] {
  const { status, rows, imported, skipped, spam, expiring } = of;
  const { errors, mapping, preview, detected } = of;
  const failed = rows - imported - skipped;
  return [
    `${of.id}: ${status}`,
    ...(detected ? [`File: ${detected.encoding}${delimiterText(detected.delimiter)}`] : []),
    ...Object.entries(mapping).map(([column, target]) => `  ${column} -> ${target ?? '(not imported)'}`),
    ...preview.map(
      ({ row, received_at, payload }) => `  Row ${row}, ${received_at}: ${JSON.stringify(payload)}`,
    ),
    status === 'ready'
      ? `${rows} rows, including ${spam} spam and ${expiring} past the retention period. Nothing was imported.`
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
