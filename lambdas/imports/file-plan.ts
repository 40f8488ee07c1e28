/** Determines how to read a file: its encoding, its columns, and what each column contains. */
import type { FormWithoutSecrets } from '../forms/form.ts';
import { controlFieldsOf } from '../forms/control-fields.ts';
import { postedText } from '../submissions/export/csv.ts';
import { detectFile, SAMPLE_BYTES } from './detect-file.ts';
import { csvRecords, csvRows, ndjsonRows, type FileRow } from './file-rows.ts';
import { guessMapping, isOwnHeader } from './guess-mapping.ts';
import { MAX_COLUMNS, MAX_HEADER_LENGTH, PREVIEWED_ROWS, type StoredImport, type Target } from './import.ts';
import { timeParser } from './parse-time.ts';
import type { RowRules } from './row-content.ts';

type Plan = Pick<StoredImport, 'detected' | 'is_own' | 'is_mapped' | 'columns' | 'mapping'>;
type PlannedForm = Pick<FormWithoutSecrets, 'honeypot_field' | 'conventions' | 'fields' | 'challenge'>;

/** Returns the plan for the import's file, or the reason why the file can't be imported. */
export async function planOf(
  of: Pick<StoredImport, 'format' | 'from' | 'requested_mapping'>,
  file: Buffer,
  form: PlannedForm,
): Promise<Plan | { readonly problem: string }> {
  const { format, from, requested_mapping } = of;
  const found = detectFile(file.subarray(0, SAMPLE_BYTES), {
    format,
    isWhole: file.length <= SAMPLE_BYTES,
  });
  if ('problem' in found) return found;
  const { offset, ...detected } = found;
  const text = file.subarray(offset);
  const raw = format === 'csv' ? await headerOf(text, detected) : columnsOf(text);
  if ('problem' in raw) return raw;
  const isOwn =
    from === 'svc' || (from === undefined && (format === 'csv' ? isOwnHeader(raw) : isOwnExport(raw)));
  const columns = format === 'csv' && isOwn ? raw.map(postedText) : raw;
  if (columns.length > MAX_COLUMNS) return { problem: `The file has more than ${MAX_COLUMNS} columns.` };
  if (JSON.stringify(columns).length > MAX_HEADER_LENGTH)
    return { problem: `The column names are longer than ${MAX_HEADER_LENGTH} characters in total.` };
  const unknown =
    format === 'csv' ? requested_mapping?.find(([column]) => !columns.includes(column)) : undefined;
  if (unknown) return { problem: `The file has no column "${unknown[0]}", but the mapping includes it.` };
  const requested = requested_mapping && new Map(requested_mapping);
  const mapping = requested
    ? new Map(columns.map((column) => [column, requested.get(column) ?? null] as const))
    : guessMapping(columns, { format, from, isOwn, form });
  return {
    detected,
    is_own: isOwn,
    is_mapped: requested !== undefined,
    ...(format === 'csv' && { columns }),
    mapping: [...(requested && format === 'ndjson' ? requested : mapping)],
  };
}

/** Returns the names in the header of a CSV file. Generates names for columns that have none. */
async function headerOf(
  text: Buffer,
  detected: NonNullable<Plan['detected']>,
): Promise<string[] | { readonly problem: string }> {
  for await (const first of csvRecords(text, detected)) {
    if ('problem' in first) return { problem: 'The header can’t be read. A quotation mark may be missing.' };
    return first.record.map((name, index) => (name.trim() === '' ? `column_${index + 1}` : name));
  }
  return { problem: 'The file is empty.' };
}

/** Returns the columns found in the first rows of an NDJSON file. */
function columnsOf(text: Buffer): string[] | { readonly problem: string } {
  const columns = new Set<string>();
  let rows = 0;
  for (const row of ndjsonRows(text)) {
    if ('cells' in row) for (const [column] of row.cells) columns.add(column);
    rows += 1;
    if (rows === PREVIEWED_ROWS) break;
  }
  return rows === 0 ? { problem: 'The file is empty.' } : [...columns];
}

const isOwnExport = (columns: readonly string[]): boolean =>
  columns.includes('received_at') && columns.some((name) => name.startsWith('payload.'));

/** Yields the file's rows, using the plan stored with the import. */
export function rowsOf(
  { format, detected, columns = [] }: Pick<StoredImport, 'format' | 'detected' | 'columns'>,
  file: Buffer,
): AsyncIterable<FileRow> | Iterable<FileRow> {
  const found = detectFile(file.subarray(0, SAMPLE_BYTES), { format, isWhole: true });
  const text = file.subarray('offset' in found ? found.offset : 0);
  return format === 'csv' && detected ? csvRows(text, detected, columns) : ndjsonRows(text);
}

/** Returns the rules for converting the file's rows, using the plan stored with the import. */
export function rulesOf(
  of: Pick<StoredImport, 'format' | 'from' | 'is_own' | 'is_mapped' | 'mapping' | 'time_zone' | 'started_at'>,
  form: PlannedForm,
): RowRules {
  const isOwn = of.is_own === true;
  const mapping = new Map<string, Target>(of.mapping);
  return {
    isOwn,
    isEscaped: isOwn && of.format === 'csv',
    parseTime: timeParser(of.time_zone),
    startedAt: Date.parse(of.started_at ?? ''),
    isControlField: controlFieldsOf(form),
    targetOf(column) {
      const target = mapping.get(column);
      if (target !== undefined) return target;
      if (of.is_mapped === true) return null;
      // Later rows of an NDJSON file can have columns that are missing from the first rows.
      const { format, from } = of;
      return isOwn ? (guessMapping([column], { format, from, isOwn, form }).get(column) ?? null) : column;
    },
  };
}
