/** Reads a complete export and validates all its data before any data is used. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DamagedExport, TransferRefused } from '../operator-errors.ts';
import {
  fileName,
  manifest,
  MANIFEST_FILE,
  MAX_PART_BYTES,
  parsedFile,
  partName,
  recordKinds,
  recordsOf,
  type ExportRecord,
  type Manifest,
  type RecordKind,
} from './export-format.ts';
import type { ExportPlace } from './export-place.ts';
import { isKindWithSecrets, secretMembers, secretsName } from './exported-records.ts';
import { assertBelongs, parseRecord, type Belongings, type ImportedRecord } from './imported-records.ts';

/**
 * A valid export. It keeps the forms, keys and members in memory, but not the submissions.
 */
export interface CheckedExport {
  readonly manifest: Manifest;
  /** Digest that identifies this export. */
  readonly digest: string;
  readonly account: ImportedRecord<'account'>;
  readonly keys: readonly ImportedRecord<'keys'>[];
  readonly members: readonly ImportedRecord<'members'>[];
  readonly forms: readonly Pick<ImportedRecord<'forms'>, 'form_id' | 'slug'>[];
  /** Returns a record's secret fields, or none if they were not exported. */
  secretsOf(kind: 'account' | 'forms' | 'webhooks' | 'recipients', record: ExportRecord): ExportRecord;
  /**
   * Returns the records in a part, which is validated again.
   * @param number starts at 1
   */
  part<Kind extends RecordKind>(kind: Kind, number: number): Promise<ImportedRecord<Kind>[]>;
}

/**
 * Reads and validates an export.
 * @throws TransferRefused if the export is not complete
 * @throws DamagedExport if the export was modified, or contains another account's data
 */
export async function readExport(place: ExportPlace): Promise<CheckedExport> {
  const text = await place.read(MANIFEST_FILE, MAX_PART_BYTES);
  if (!text)
    throw new TransferRefused(
      `${place.name} does not contain a complete export. Run "export" again to continue it.`,
    );
  const found = parsedFile(manifest, text, MANIFEST_FILE);

  async function rawPart(kind: RecordKind, number: number): Promise<ExportRecord[]> {
    const name = partName(kind, number);
    const bytes = await place.read(name, MAX_PART_BYTES);
    if (!bytes) throw new DamagedExport(`${name} is missing.`);
    return recordsOf(bytes, name);
  }
  const partsOf = (kind: RecordKind): number => found.kinds[kind]?.parts ?? 0;
  async function* all<Kind extends RecordKind>(kind: Kind): AsyncGenerator<ImportedRecord<Kind>> {
    for (let number = 1; number <= partsOf(kind); number += 1)
      for (const record of await rawPart(kind, number)) yield parseRecord(kind, record);
  }

  const forms: Pick<ImportedRecord<'forms'>, 'form_id' | 'slug'>[] = [];
  for await (const { form_id, slug } of all('forms')) forms.push({ form_id, slug });
  const webhooks = new Set<string>();
  for await (const { webhook_id } of all('webhooks')) webhooks.add(webhook_id);
  const belongings: Belongings = {
    accountId: found.account_id,
    forms: new Set(forms.map(({ form_id }) => form_id)),
    webhooks,
  };
  async function part<Kind extends RecordKind>(kind: Kind, number: number): Promise<ImportedRecord<Kind>[]> {
    const records = await rawPart(kind, number);
    for (const record of records) assertBelongs(kind, record, belongings);
    return records.map((record) => parseRecord(kind, record));
  }

  const secrets = new Map<string, ExportRecord>();
  const kept = { account: new Array<ImportedRecord<'account'>>(), keys: new Array<ImportedRecord<'keys'>>() };
  const members: ImportedRecord<'members'>[] = [];
  for (const kind of recordKinds) {
    let records = 0;
    for (let number = 1; number <= partsOf(kind); number += 1) {
      const checked = await part(kind, number);
      records += checked.length;
      if (kind === 'account') kept.account.push(...(checked as ImportedRecord<'account'>[]));
      if (kind === 'keys') kept.keys.push(...(checked as ImportedRecord<'keys'>[]));
      if (kind === 'members') members.push(...(checked as ImportedRecord<'members'>[]));
      if (kind === 'secrets')
        for (const secret of checked as ImportedRecord<'secrets'>[]) {
          if (isKindWithSecrets(secret.of)) secrets.set(secretsName(secret.of, secret), secret);
        }
    }
    if (records !== (found.kinds[kind]?.records ?? 0))
      throw new DamagedExport(
        `The export has ${records} records of ${kind}, but ${MANIFEST_FILE} lists a different number.`,
      );
  }
  const [account, ...others] = kept.account;
  if (!account || others.length > 0) throw new DamagedExport('The export must contain exactly one account.');
  return {
    manifest: found,
    digest: createHash('sha256').update(text).digest('hex'),
    account,
    keys: kept.keys,
    members,
    forms,
    secretsOf: (kind, record) => secretMembers(kind, secrets.get(secretsName(kind, record)) ?? {}),
    part,
  };
}

type SubmissionRecord = ImportedRecord<'submissions'>;
type ExportedFile = Extract<SubmissionRecord['files'][number], { sha256: string }>;

/** Returns a submission's exported files. */
export const filesOf = ({ files }: SubmissionRecord): ExportedFile[] =>
  files.filter((file): file is ExportedFile => 'sha256' in file);

/**
 * Returns a file as a stream, after reading it once to check that it wasn't modified.
 * @throws DamagedExport
 */
export async function checkedFile(
  place: ExportPlace,
  { submission }: SubmissionRecord,
  { file_id, bytes, sha256 }: ExportedFile,
): Promise<Readable> {
  const name = fileName(submission, file_id);
  const open = async (): Promise<Readable> => {
    const stream = await place.readStream(name);
    if (!stream) throw new DamagedExport(`${name} is missing.`);
    return stream;
  };
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(await open(), async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      size += chunk.length;
      // Stop reading, because the file is already larger than expected.
      if (size > bytes) break;
      hash.update(chunk);
    }
  });
  if (size !== bytes || hash.digest('hex') !== sha256)
    throw new DamagedExport(`${name} was modified: its checksum doesn't match.`);
  return open();
}
