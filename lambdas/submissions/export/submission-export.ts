/**
 * Writes submissions to a file while reading them, so that they don't have to fit in memory. A table's first
 * line lists all field names, so its rows are buffered on disk until all names are known.
 */
import { choicesOf } from '../../core/text/text.ts';
import { zonedTimes } from '../../core/zoned-time.ts';
import { exportTitles } from '../../i18n/owners/export-titles.ts';
import type { SubmissionView } from '../submission.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import { ExportColumns, type Cell, type DeclaredField, type ExportRow } from './export-columns.ts';
import { columnsOf, type ExportFormat, type TableOptions } from './export-query.ts';
import type { Sheet } from './xlsx/workbook.ts';

/** Minimum number of characters to convert to bytes at a time. */
const CHUNK = 256 * 1024;

/** Buffers lines on disk. */
export interface LineBuffer {
  add(line: string): Promise<void>;
  /** Yields the lines added since the last call, in the order in which they were added. */
  lines(): AsyncIterable<string>;
}

/** A submission as returned by the API, and its fields as name-value pairs in the order submitted. */
export interface ExportedSubmission {
  readonly view: SubmissionView;
  readonly fields: ExportRow['fields'];
}

export interface ExportedForm {
  readonly name: string;
  /** The declared fields, except for file fields, because links to files are in a separate column. */
  readonly fields: readonly DeclaredField[];
  /** The form's submissions. No batch is empty. */
  readonly batches: AsyncIterable<readonly ExportedSubmission[]>;
}

export interface Exported {
  readonly forms: AsyncIterable<ExportedForm>;
  /** True for an export of all forms, which omits forms without submissions. */
  readonly ofSeveralForms: boolean;
}

export interface FileOptions extends TableOptions {
  readonly format: ExportFormat;
}

/** Yields the export file in chunks. */
export async function* exportBytes(
  options: FileOptions,
  exported: Exported,
  buffer: LineBuffer,
): AsyncGenerator<Uint8Array> {
  switch (options.format) {
    case 'csv':
      yield* toChunks(csv(options, exported, buffer));
      break;
    case 'ndjson':
      yield* toChunks(ndjson(exported));
      break;
    case 'xlsx': {
      const { workbook } = await import('./xlsx/workbook.ts');
      yield* workbook(sheetsOf(options, exported, buffer));
    }
  }
}

async function* ndjson({ forms }: Exported): AsyncGenerator<string> {
  for await (const { batches } of forms)
    for await (const batch of batches) yield batch.map(({ view }) => `${JSON.stringify(view)}\n`).join('');
}

async function* csv(options: TableOptions, exported: Exported, buffer: LineBuffer): AsyncGenerator<string> {
  const { delimiter = 'comma', time_zone, times } = options;
  const columns = columnsFor(options, exported);
  for await (const form of exported.forms) await fill(columns, form, options, exported, buffer);
  const zoned = time_zone === undefined ? (utc: string) => utc : zonedTimes(time_zone);
  const textOf = (cell: Cell): string => {
    if (typeof cell === 'string') return cell;
    const time = zoned(cell.time);
    return times === 'spreadsheet' ? time.slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace('T', ' ') : time;
  };
  yield BYTE_ORDER_MARK + csvLine(columns.titles(), delimiter);
  for await (const row of rowsOf(buffer)) yield csvLine(columns.cells(row).map(textOf), delimiter);
}

async function* sheetsOf(
  options: TableOptions,
  exported: Exported,
  buffer: LineBuffer,
): AsyncGenerator<Sheet> {
  const zoned = zonedTimes(options.time_zone ?? 'UTC');
  const clockOf = (utc: string): number =>
    Date.parse(`${zoned(utc).slice(0, 'yyyy-mm-ddThh:mm:ss.sss'.length)}Z`);
  const sheet = (name: string, columns: ExportColumns): Sheet => ({
    name,
    titles: columns.titles(),
    rows: (async function* () {
      for await (const row of rowsOf(buffer))
        yield columns
          .cells(row)
          .map((cell) => (typeof cell === 'string' ? cell : { clock: clockOf(cell.time) }));
    })(),
  });
  let isEmpty = true;
  for await (const form of exported.forms) {
    const columns = columnsFor(options, exported);
    const rows = await fill(columns, form, options, exported, buffer);
    if (exported.ofSeveralForms && rows === 0) continue;
    isEmpty = false;
    yield sheet(form.name, columns);
  }
  // A workbook needs at least one sheet.
  if (isEmpty) yield sheet(exportTitles[options.language ?? 'en'].sheet, columnsFor(options, exported));
}

function columnsFor({ columns, language }: TableOptions, { ofSeveralForms }: Exported): ExportColumns {
  return new ExportColumns({
    chosen: columns === undefined ? undefined : columnsOf(columns),
    ofSeveralForms,
    ...(language && { titles: exportTitles[language] }),
  });
}

/**
 * Buffers a form's rows and adds its columns.
 * @returns the number of rows
 */
async function fill(
  columns: ExportColumns,
  { name, fields: declared, batches }: ExportedForm,
  { lists }: TableOptions,
  { ofSeveralForms }: Exported,
  buffer: LineBuffer,
): Promise<number> {
  let rows = 0;
  if (!ofSeveralForms) columns.addForm(declared);
  for await (const batch of batches) {
    if (ofSeveralForms && rows === 0) columns.addForm(declared);
    rows += batch.length;
    for (const submission of batch) {
      columns.addFields(submission.fields);
      await buffer.add(JSON.stringify(rowOf(submission, name, lists)));
    }
  }
  return rows;
}

function rowOf({ view, fields }: ExportedSubmission, form: string, lists: TableOptions['lists']): ExportRow {
  const { id, received_at, status, attachments, starred, note, assignee, handled_at } = view;
  const labels = view.labels.map(({ name }) => name);
  const valueOf = (value: string): string => (lists ? value : (choicesOf(value)?.join('; ') ?? value));
  return {
    cells: {
      form,
      id,
      received_at: { time: received_at },
      status,
      starred: String(starred),
      note: note ?? '',
      assignee: assignee?.name ?? '',
      labels: lists ? JSON.stringify(labels) : labels.join('; '),
      handled_at: handled_at === null ? '' : { time: handled_at },
      // If a submission has several files, their links are in one cell, one link per line.
      attachments: attachments.map(({ url }) => url).join('\n'),
    },
    fields: fields.map(([name, value]) => [name, valueOf(value)] as const),
  };
}

async function* rowsOf(buffer: LineBuffer): AsyncGenerator<ExportRow> {
  for await (const line of buffer.lines()) yield JSON.parse(line) as ExportRow;
}

/** Converts text to bytes in chunks. */
async function* toChunks(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let pieces: string[] = [];
  let length = 0;
  for await (const piece of text) {
    pieces.push(piece);
    length += piece.length;
    if (length < CHUNK) continue;
    yield Buffer.from(pieces.join(''));
    pieces = [];
    length = 0;
  }
  yield Buffer.from(pieces.join(''));
}
