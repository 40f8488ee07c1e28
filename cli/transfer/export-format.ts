/**
 * Defines version 1 of the export format (docs/backup-and-restore.md, "The format"). An export consists of
 * NDJSON parts for each kind of record, the submitted files, and a manifest that is written last. The last
 * line of each part contains its record count and the checksum of all previous lines.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { asLine, checkPlainly } from '../../lambdas/core/errors/plain-issues.ts';
import { DamagedExport } from '../operator-errors.ts';

const FORMAT = 'svc-forms-account';
const VERSION = 1;

/** Kinds of records in import order. Each kind comes after the kinds that it refers to. */
export const recordKinds = [
  'account',
  'secrets',
  'keys',
  'members',
  'recipients',
  'forms',
  'webhooks',
  'counters',
  'submissions',
  'deliveries',
  'emails',
  'replies',
  'audit-events',
] as const;
export type RecordKind = (typeof recordKinds)[number];
export type ExportRecord = Readonly<Record<string, unknown>>;

const amount = z.int().nonnegative().max(1e12);
const kindTotals = z.strictObject({ parts: amount, records: amount });
const totals = z.strictObject({
  /** Totals by kind of record. Kinds without records are omitted. */
  kinds: z.partialRecord(z.enum(recordKinds), kindTotals),
  files: z.strictObject({ count: amount, bytes: amount, missing: amount }),
});
export type ExportTotals = z.infer<typeof totals>;

const header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  account_id: z.string().regex(/^acc_[0-9A-Z]{12}$/),
  /** The form that the export is limited to, or null for all forms. */
  form_id: z.string().nullable(),
  with_secrets: z.boolean(),
  started_at: z.string(),
});
export type ExportHeader = z.infer<typeof header>;

/** The content of `manifest.json`. If this file doesn't exist, the export is incomplete. */
export const manifest = header.extend({ completed_at: z.string(), ...totals.shape });
export type Manifest = z.infer<typeof manifest>;

/** Where an interrupted export resumes: after this owner, partition and record. */
const position = z.strictObject({
  owner: z.string(),
  partition: z.string(),
  after: z.string().optional(),
});
export type Position = z.infer<typeof position>;

/** The content of `progress.json`, which exists until the export is complete. */
export const progress = header.extend({ ...totals.shape, next: position });
export type ExportProgress = z.infer<typeof progress>;

export const MANIFEST_FILE = 'manifest.json';
export const PROGRESS_FILE = 'progress.json';

/** Maximum size of a part or line that an import accepts, in bytes. A table record is at most 400 KB. */
export const MAX_PART_BYTES = 32 * 1024 * 1024;
const MAX_LINE_BYTES = 4 * 1024 * 1024;

export function newHeader(of: Omit<ExportHeader, 'format' | 'version'>): ExportHeader {
  return { format: FORMAT, version: VERSION, ...of };
}

/**
 * Returns the name of a part.
 * @param number starts at 1
 */
export const partName = (kind: RecordKind, number: number): string =>
  `${kind}/${String(number).padStart(8, '0')}.ndjson`;

const FILE_NAME_PART = /^[A-Za-z0-9_]{1,64}$/;

/**
 * Returns the path of a file's content in an export.
 * @throws DamagedExport unless each id consists of 1 to 64 letters, digits and underscores, so that the path
 *   can't lead out of the export
 */
export function fileName(of: { form_id: string; submission_id: string }, fileId: string): string {
  const parts = [of.form_id, of.submission_id, fileId];
  if (!parts.every((part) => FILE_NAME_PART.test(part)))
    throw new DamagedExport(
      `The export contains a file with an invalid id: ${JSON.stringify(parts.join('/'))}`,
    );
  return `files/${parts.join('/')}`;
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the bytes of a part that contains these lines. */
export function partOf(lines: readonly string[]): Buffer {
  const records = lines.map((line) => `${line}\n`).join('');
  const end = JSON.stringify({ end: { records: lines.length, sha256: sha256(records) } });
  return Buffer.from(`${records}${end}\n`);
}

const lastLine = z.strictObject({ end: z.strictObject({ records: amount, sha256: z.string() }) });

/**
 * Returns the records in a part.
 * @throws DamagedExport if the part was modified or truncated
 */
export function recordsOf(bytes: Buffer, name: string): ExportRecord[] {
  const text = bytes.toString('utf8');
  if (!text.endsWith('\n')) throw new DamagedExport(`${name} is truncated.`);
  const startOfEnd = text.lastIndexOf('\n', text.length - 2) + 1;
  const end = lastLine.safeParse(parsedLine(text.slice(startOfEnd), name));
  if (!end.success) throw new DamagedExport(`${name} does not end with a checksum.`);
  if (sha256(text.slice(0, startOfEnd)) !== end.data.end.sha256)
    throw new DamagedExport(`${name} was modified: its checksum doesn't match.`);
  const lines = text.slice(0, startOfEnd).split('\n').slice(0, -1);
  if (lines.length !== end.data.end.records)
    throw new DamagedExport(`${name} doesn't contain the stated number of records.`);
  return lines.map((line) => z.record(z.string(), z.unknown()).parse(parsedLine(line, name)));
}

function parsedLine(line: string, name: string): unknown {
  if (line.length > MAX_LINE_BYTES) throw new DamagedExport(`${name} contains a line that is too long.`);
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new DamagedExport(`${name} contains a line that is not valid JSON.`, { cause });
  }
}

/**
 * Parses a JSON file from an export.
 * @throws DamagedExport
 */
export function parsedFile<Schema extends z.ZodType>(
  schema: Schema,
  bytes: Buffer,
  name: string,
): z.output<Schema> {
  const parsed = checkPlainly(schema, parsedLine(bytes.toString('utf8'), name));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.issues;
  throw new DamagedExport(`${name} does not have the required format: ${issue ? asLine(issue) : ''}`);
}
