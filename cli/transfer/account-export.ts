/**
 * Exports an account with all its data, or one of its forms. An interrupted export can be resumed at any
 * point.
 */
import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { attachmentKey } from '../../lambdas/files/object-keys.ts';
import { epochSeconds, timestamp, type Clock } from '../../lambdas/core/clock.ts';
import { formIdOfPartition } from '../../lambdas/core/submission-pieces.ts';
import { submission } from '../../lambdas/submissions/submission.ts';
import { TransferRefused } from '../operator-errors.ts';
import { accountRecords } from './account-records.ts';
import {
  fileName,
  manifest,
  MANIFEST_FILE,
  MAX_PART_BYTES,
  newHeader,
  parsedFile,
  partName,
  partOf,
  progress as progressSchema,
  PROGRESS_FILE,
  recordKinds,
  type ExportHeader,
  type ExportProgress,
  type ExportRecord,
  type ExportTotals,
  type Manifest,
  type Position,
  type RecordKind,
} from './export-format.ts';
import type { ExportPlace } from './export-place.ts';
import { splitSecrets } from './exported-records.ts';
import type { storedFiles } from './stored-files.ts';
import type { TransferConnection } from './transfer-connection.ts';

/**
 * Amount of data to collect before writing parts and storing the progress, in bytes. An interrupted export
 * repeats at most this much.
 */
const GATHERED_BYTES = 2 * 1024 * 1024;
const GATHERED_FILE_BYTES = 64 * 1024 * 1024;
const GATHERED_READS = 200;

export interface ExportDeps {
  readonly now: Clock;
  readonly files: Pick<ReturnType<typeof storedFiles>, 'open'>;
  readonly place: ExportPlace;
  /** Called once when a new export begins, before anything is written. */
  readonly onStart?: () => Promise<void>;
  /** Reports progress to the operator, one line at a time. */
  readonly report: (line: string) => void;
}

export interface ExportRequest {
  readonly accountId: string;
  readonly formId?: string | undefined;
  readonly withSecrets: boolean;
}

/**
 * Writes the export, or resumes an interrupted one.
 * @throws TransferRefused if the destination contains other data
 * @throws DamagedExport if the existing export can't be read
 */
export async function exportAccount(
  service: Pick<TransferConnection, 'db' | 'tables'>,
  request: ExportRequest,
  deps: ExportDeps,
): Promise<Manifest> {
  const { place, now, report } = deps;
  const done = await readJson(place, MANIFEST_FILE);
  if (done) {
    const complete = parsedFile(manifest, done, MANIFEST_FILE);
    assertSame(complete, request, place);
    // The progress file still exists if the export was interrupted just before its last step.
    await place.remove(PROGRESS_FILE);
    report(`${place.name} is already complete.`);
    return complete;
  }
  const begun = await progressIn(place, request);
  if (!begun) await deps.onStart?.();
  const header = begun ?? newHeaderOf(request, now());
  const { account_id: accountId, form_id } = header;
  const records = accountRecords(service, {
    accountId,
    formId: form_id ?? undefined,
    startedAt: Date.parse(header.started_at),
  });
  const first = begun?.next ?? records.start;
  if (begun) report(`Continuing after ${formatTotals(begun)}.`);
  const parts = partWriter(place, begun ?? { kinds: {}, files: { count: 0, bytes: 0, missing: 0 } });
  const save = async (next: Position): Promise<void> => {
    await parts.flush();
    await writeJson(place, PROGRESS_FILE, { ...headerOf(header), ...parts.totals(), next });
    report(`${formatTotals(parts.totals())} …`);
  };
  // Write the progress before the first record, to mark the destination as in use.
  if (!begun) await writeJson(place, PROGRESS_FILE, { ...headerOf(header), ...parts.totals(), next: first });
  let reads = 0;
  for await (const { kind, items, next } of records.from(first)) {
    reads += 1;
    for (const item of items) await addItem(kind, item, header, parts, deps);
    if (next && (parts.isFull() || reads >= GATHERED_READS)) {
      await save(next);
      reads = 0;
    }
  }
  await parts.flush();
  const totals = parts.totals();
  const complete: Manifest = { ...headerOf(header), completed_at: timestamp(now()), ...totals };
  await writeJson(place, MANIFEST_FILE, complete);
  await place.remove(PROGRESS_FILE);
  return complete;
}

function newHeaderOf({ accountId, formId, withSecrets }: ExportRequest, now: number): ExportHeader {
  return newHeader({
    account_id: accountId,
    form_id: formId ?? null,
    with_secrets: withSecrets,
    started_at: timestamp(now),
  });
}

function headerOf({
  format,
  version,
  account_id,
  form_id,
  with_secrets,
  started_at,
}: ExportHeader): ExportHeader {
  return { format, version, account_id, form_id, with_secrets, started_at };
}

async function addItem(
  kind: RecordKind,
  item: Readonly<Record<string, unknown>>,
  { with_secrets }: ExportHeader,
  parts: PartWriter,
  deps: ExportDeps,
): Promise<void> {
  // Skip expired items, because the service ignores them.
  const expires = item['expires_at'];
  if (typeof expires === 'number' && expires <= epochSeconds(deps.now())) return;
  const { record, secrets } = splitSecrets(kind, item);
  if (secrets && with_secrets) parts.add('secrets', secrets);
  if (kind === 'submissions')
    parts.add(kind, {
      submission: { ...record, form_id: formIdOfPartition(String(record['form_id'])) },
      files: await copyFiles(item, parts, deps),
    });
  else parts.add(kind, record);
}

/** Copies a submission's files before its record is written, so that every exported record has its files. */
async function copyFiles(
  item: Readonly<Record<string, unknown>>,
  parts: PartWriter,
  { files, place }: ExportDeps,
): Promise<ExportRecord[]> {
  const of = submission.pick({ form_id: true, submission_id: true, attachments: true }).parse(item);
  const copied: ExportRecord[] = [];
  for (const { file_id } of of.attachments) {
    const found = await files.open(attachmentKey(of, file_id));
    if (!found) {
      parts.addMissingFile();
      copied.push({ file_id, missing: true });
      continue;
    }
    const { stream, digest } = digestOf(found.stream);
    await place.writeStream(fileName(of, file_id), stream, found.size);
    const { bytes, sha256 } = digest();
    parts.addFile(bytes);
    copied.push({ file_id, bytes, sha256 });
  }
  return copied;
}

/** Wraps a stream to determine its size and checksum, which `digest` returns once the stream has ended. */
function digestOf(source: Readable): { stream: Readable; digest: () => { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  source.once('error', (error) => through.destroy(error));
  return { stream: source.pipe(through), digest: () => ({ bytes, sha256: hash.digest('hex') }) };
}

type PartWriter = ReturnType<typeof partWriter>;

/** Collects records by kind and writes them in parts. */
function partWriter(place: ExportPlace, start: ExportTotals) {
  const totals: ExportTotals = structuredClone({ kinds: start.kinds, files: start.files });
  let gathered = new Map<RecordKind, string[]>();
  let bytes = 0;
  let fileBytes = 0;
  return {
    add(kind: RecordKind, record: ExportRecord): void {
      const line = JSON.stringify(record, binaryAsText);
      const lines = gathered.get(kind) ?? [];
      lines.push(line);
      gathered.set(kind, lines);
      bytes += line.length;
    },
    addFile(size: number): void {
      totals.files.count += 1;
      totals.files.bytes += size;
      fileBytes += size;
    },
    addMissingFile(): void {
      totals.files.missing += 1;
    },
    isFull: (): boolean => bytes >= GATHERED_BYTES || fileBytes >= GATHERED_FILE_BYTES,
    async flush(): Promise<void> {
      for (const [kind, lines] of gathered) {
        const { parts, records } = totals.kinds[kind] ?? { parts: 0, records: 0 };
        await place.write(partName(kind, parts + 1), partOf(lines));
        totals.kinds[kind] = { parts: parts + 1, records: records + lines.length };
      }
      gathered = new Map();
      bytes = 0;
      fileBytes = 0;
    },
    totals: (): ExportTotals => structuredClone(totals),
  };
}

/** Converts DynamoDB's binary values to text, because JSON can't represent them. */
function binaryAsText(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
}

async function progressIn(place: ExportPlace, request: ExportRequest): Promise<ExportProgress | undefined> {
  const text = await readJson(place, PROGRESS_FILE);
  if (!text) return undefined;
  const begun = parsedFile(progressSchema, text, PROGRESS_FILE);
  assertSame(begun, request, place);
  return begun;
}

function assertSame(
  { account_id, form_id, with_secrets }: ExportHeader,
  { accountId, formId, withSecrets }: ExportRequest,
  { name }: ExportPlace,
): void {
  if (account_id !== accountId || form_id !== (formId ?? null) || with_secrets !== withSecrets)
    throw new TransferRefused(`${name} contains a different export. Specify an empty folder or prefix.`);
}

const readJson = (place: ExportPlace, name: string): Promise<Buffer | undefined> =>
  place.read(name, MAX_PART_BYTES);
const writeJson = (place: ExportPlace, name: string, value: object): Promise<void> =>
  place.write(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));

/** Returns a summary such as "3 forms, 1200 submissions, 40 files (12.5 MB)". */
export function formatTotals({ kinds, files }: ExportTotals): string {
  const counts = recordKinds
    .map((kind) => [kind, kinds[kind]?.records ?? 0] as const)
    .filter(([kind, records]) => records > 0 && kind !== 'account')
    .map(([kind, records]) => `${records} ${kind}`);
  const megabytes = (files.bytes / 2 ** 20).toFixed(1);
  const missing = files.missing > 0 ? [`${files.missing} missing files`] : [];
  return [...counts, `${files.count} files (${megabytes} MB)`, ...missing].join(', ');
}
