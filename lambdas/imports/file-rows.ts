/** Reads the rows of an uploaded file one by one, with their positions in the file. */
import { parse } from 'csv-parse';
import * as z from 'zod';
import { fromWindows1252 } from './detect-file.ts';
import type { DetectedFile } from './import.ts';

/** Maximum size of a row in bytes, including columns that aren't imported. */
const MAX_ROW_BYTES = 2 * 1024 * 1024;

/** A row's values with their column names, in the order of the file. Names can occur several times. */
export type Cells = readonly (readonly [column: string, value: string])[];

/** A row, or the reason why it can't be read. */
export type FileRow = { readonly cells: Cells } | { readonly problem: string };

/** Size of the chunks passed to the parser, in bytes. */
const PIECE_BYTES = 64 * 1024;

const TOO_LONG =
  'The row is longer than 2 MB, and the rest of the file was not read. A quotation mark may be missing.';
const TOO_LONG_LINE = 'The line is longer than 2 MB.';
const NOT_CLOSED = 'A quotation mark is missing. The row is incomplete.';
const NOT_JSON = 'The line is not a JSON object.';

type CsvRecord = { readonly record: string[] } | { readonly problem: string };

/** Yields the records of a CSV file as lists of cells, starting with its header. */
export async function* csvRecords(
  file: Buffer,
  { encoding, delimiter }: DetectedFile,
): AsyncGenerator<CsvRecord> {
  const read: CsvRecord[] = [];
  // Use an object, because TypeScript wouldn't notice that the callbacks below change a plain variable.
  const state = { isTooLong: false };
  const parser = parse({
    delimiter: delimiter ?? ',',
    record_delimiter: ['\r\n', '\n', '\r'],
    encoding: encoding === 'utf-8' ? 'utf8' : 'latin1',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW_BYTES,
    // Collect the rows here instead of reading them from the stream, so that rows and errors stay in order.
    on_record: (record: string[]) => {
      if (!state.isTooLong)
        read.push({ record: encoding === 'utf-8' ? record : record.map(fromWindows1252) });
      return null;
    },
    on_skip: (error) => {
      if (state.isTooLong) return undefined;
      state.isTooLong = error?.code === 'CSV_MAX_RECORD_SIZE';
      read.push({ problem: state.isTooLong ? TOO_LONG : NOT_CLOSED });
      return undefined;
    },
  });
  const written = (piece: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      parser.write(piece, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  try {
    for (let from = 0; from < file.length; from += PIECE_BYTES) {
      await written(file.subarray(from, from + PIECE_BYTES));
      yield* read.splice(0);
      // The parser can't find the end of a row with an unclosed quote and would buffer the rest of the file.
      if (state.isTooLong) return;
    }
    const ended = new Promise((resolve, reject) => {
      parser.once('end', resolve).once('error', reject);
    });
    parser.resume();
    parser.end();
    await ended;
    yield* read.splice(0);
  } finally {
    parser.destroy();
  }
}

/** Yields the rows of a CSV file, without its header. */
export async function* csvRows(
  file: Buffer,
  detected: DetectedFile,
  columns: readonly string[],
): AsyncGenerator<FileRow> {
  let isHeader = true;
  for await (const each of csvRecords(file, detected)) {
    if (isHeader) isHeader = false;
    else if ('problem' in each) yield each;
    else if (each.record.length !== columns.length)
      yield {
        problem: `The row has a different number of cells (${each.record.length}) than the header (${columns.length}).`,
      };
    else yield { cells: each.record.map((value, index) => [columns[index] ?? '', value] as const) };
  }
}

const LINE_FEED = 0x0a;

/** Yields the rows of an NDJSON file. Empty lines are skipped. */
export function* ndjsonRows(file: Buffer): Generator<FileRow> {
  for (let from = 0; from < file.length;) {
    const found = file.indexOf(LINE_FEED, from);
    const end = found === -1 ? file.length : found;
    const line = file.subarray(from, end);
    from = end + 1;
    if (line.length > MAX_ROW_BYTES) yield { problem: TOO_LONG_LINE };
    else if (line.some((byte) => byte > 0x20)) yield rowOfLine(line);
  }
}

const member = z.record(z.string(), z.unknown());
/** A submission as this service exports it. */
const ownRow = z.looseObject({ received_at: z.string(), payload: member });

function rowOfLine(line: Buffer): { readonly cells: Cells } | { readonly problem: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(line);
    const value = member.parse(JSON.parse(text));
    const own = ownRow.safeParse(value);
    if (!own.success) return { cells: cellsOf(value) };
    const { payload: _, ...rest } = value;
    return { cells: [...cellsOf(rest), ...cellsOf(own.data.payload, 'payload.')] };
  } catch {
    return { problem: NOT_JSON };
  }
}

/** Returns an object's properties. Omits null values outside of `payload`, because they mean "no value". */
const cellsOf = (value: Readonly<Record<string, unknown>>, prefix = ''): Cells =>
  Object.entries(value)
    .filter(([, each]) => prefix !== '' || each !== null)
    .map(([name, each]) => [prefix + name, typeof each === 'string' ? each : JSON.stringify(each)]);
