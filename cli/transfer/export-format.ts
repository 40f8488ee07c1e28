/**
 * The form of an exported account, version 1 (docs/backup-and-restore.md, "The format"): parts of NDJSON for each kind of
 * record, files, and a manifest that is written last. A part ends with a line that tells how many records it has and the
 * checksum of all lines before.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DamagedExport } from '../operator-errors.ts';

const FORMAT = 'svc-forms-account';
const VERSION = 1;

/** In the order in which they are imported: what others belong to comes first. */
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
  'audit-events',
] as const;
export type RecordKind = (typeof recordKinds)[number];
export type ExportRecord = Readonly<Record<string, unknown>>;

const amount = z.int().nonnegative().max(1e12);
const kindTotals = z.strictObject({ parts: amount, records: amount });
const totals = z.strictObject({
  /** By kind; a kind without records is absent. */
  kinds: z.partialRecord(z.enum(recordKinds), kindTotals),
  files: z.strictObject({ count: amount, bytes: amount, missing: amount }),
});
export type ExportTotals = z.infer<typeof totals>;

const header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  account_id: z.string().regex(/^acc_[0-9A-Z]{12}$/),
  /** The only form whose records it has; those of all forms when null. */
  form_id: z.string().nullable(),
  with_secrets: z.boolean(),
  started_at: z.string(),
});
export type ExportHeader = z.infer<typeof header>;

/** `manifest.json`: an export without one is not complete. */
export const manifest = header.extend({ completed_at: z.string(), ...totals.shape });
export type Manifest = z.infer<typeof manifest>;

/** Where an export goes on: whose records come next, of which partition, after which record. */
const position = z.strictObject({
  owner: z.string(),
  partition: z.string(),
  after: z.string().optional(),
});
export type Position = z.infer<typeof position>;

/** `progress.json`, while the export is not complete. */
export const progress = header.extend({ ...totals.shape, next: position });
export type ExportProgress = z.infer<typeof progress>;

export const MANIFEST_FILE = 'manifest.json';
export const PROGRESS_FILE = 'progress.json';

/** The most bytes of a part and of a line that an import takes; a record has at most 400 KB in its table. */
export const MOST_PART_BYTES = 32 * 1024 * 1024;
const MOST_LINE_BYTES = 4 * 1024 * 1024;

export function newHeader(of: Omit<ExportHeader, 'format' | 'version'>): ExportHeader {
  return { format: FORMAT, version: VERSION, ...of };
}

/** @param number from 1 on */
export const partName = (kind: RecordKind, number: number): string =>
  `${kind}/${String(number).padStart(8, '0')}.ndjson`;

const FILE_NAME_PART = /^[A-Za-z0-9_]{1,64}$/;

/**
 * The name of a file's bytes in an export.
 * @throws DamagedExport when an id could lead out of the folder
 */
export function fileName(of: { form_id: string; submission_id: string }, fileId: string): string {
  const parts = [of.form_id, of.submission_id, fileId];
  if (!parts.every((part) => FILE_NAME_PART.test(part)))
    throw new DamagedExport(`There is a file with a wrong id: ${JSON.stringify(parts.join('/'))}`);
  return `files/${parts.join('/')}`;
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a part with these lines. */
export function partOf(lines: readonly string[]): Buffer {
  const records = lines.map((line) => `${line}\n`).join('');
  const end = JSON.stringify({ end: { records: lines.length, sha256: sha256(records) } });
  return Buffer.from(`${records}${end}\n`);
}

const lastLine = z.strictObject({ end: z.strictObject({ records: amount, sha256: z.string() }) });

/**
 * The records of a part.
 * @throws DamagedExport when it was changed or cut off
 */
export function recordsOf(bytes: Buffer, name: string): ExportRecord[] {
  const text = bytes.toString('utf8');
  if (!text.endsWith('\n')) throw new DamagedExport(`${name} is cut off.`);
  const startOfEnd = text.lastIndexOf('\n', text.length - 2) + 1;
  const end = lastLine.safeParse(parsedLine(text.slice(startOfEnd), name));
  if (!end.success) throw new DamagedExport(`${name} has no checksum at its end.`);
  if (sha256(text.slice(0, startOfEnd)) !== end.data.end.sha256)
    throw new DamagedExport(`${name} is not what was exported: its checksum is another one.`);
  const lines = text.slice(0, startOfEnd).split('\n').slice(0, -1);
  if (lines.length !== end.data.end.records)
    throw new DamagedExport(`${name} has not as many records as it says.`);
  return lines.map((line) => z.record(z.string(), z.unknown()).parse(parsedLine(line, name)));
}

function parsedLine(line: string, name: string): unknown {
  if (line.length > MOST_LINE_BYTES) throw new DamagedExport(`${name} has a line that is too long.`);
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new DamagedExport(`${name} has a line that is no JSON.`, { cause });
  }
}

/** The text of a JSON file of an export. @throws DamagedExport */
export function parsedFile<Schema extends z.ZodType>(
  schema: Schema,
  bytes: Buffer,
  name: string,
): z.output<Schema> {
  const parsed = schema.safeParse(parsedLine(bytes.toString('utf8'), name));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DamagedExport(
    `${name} is none of this format: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}
