/** Defines the dependencies and results of an import's passes. */
import { SECOND, type Clock } from '../core/clock.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import type { StoredImport } from './import.ts';
import type { Submission } from '../submissions/submission.ts';

/**
 * Maximum number of rows to store in one transaction. A transaction can contain at most 100 items, and each
 * row needs two.
 */
export const ROWS_AT_ONCE = 50;
/** Maximum size of these rows' text, in bytes. A transaction can contain at most 4 MB. */
export const BYTES_AT_ONCE = 2_500_000;
export interface ImportedRow {
  readonly submission: Submission;
  readonly digest: Buffer;
}

/** `imported` if this import stored the row, or `skipped` if an earlier import did. */
export type RowOutcome = 'imported' | 'skipped';

export interface UploadedFile {
  readonly bytes: Buffer;
  /** The file's version, which changes if the file is uploaded again. */
  readonly etag: string;
}

export interface ImportDeps {
  readonly now: Clock;
  readonly spamRetentionDays: number;
  find(importId: string): Promise<StoredImport | undefined>;
  /** Replaces the import unless it has changed or was deleted. */
  replace(before: StoredImport, after: StoredImport): Promise<StoredImport | undefined>;
  findForm(accountId: string, formId: string): Promise<FormWithoutSecrets | undefined>;
  /** Returns true while a person's data is being erased from the account. */
  isErasing(accountId: string): Promise<boolean>;
  readonly files: {
    read(of: StoredImport): Promise<UploadedFile | undefined>;
    remove(of: Pick<StoredImport, 'form_id' | 'kind'>): Promise<void>;
  };
  /** Stores rows that no import has stored before. */
  store(importId: string, rows: readonly ImportedRow[]): Promise<RowOutcome[]>;
  /** Increments the account's change marker, because its lists have changed. */
  noteChange(accountId: string): Promise<void>;
}

/** An import in progress: its current state and the data that a pass needs to continue it. */
export interface ImportWork {
  readonly deps: ImportDeps;
  readonly form: FormWithoutSecrets;
  readonly file: Buffer;
  readonly isOutOfTime: () => boolean;
}

/** Returned by a pass if another function has made more progress, or if the import or its form was deleted. */
export const OVERTAKEN = 'overtaken';
export type PassResult = StoredImport | typeof OVERTAKEN;

/** Interval for storing the progress, in milliseconds. */
const PROGRESS_MS = 2 * SECOND;

/** Returns a function that returns true when it's time to store the progress. */
export function progressTimer(now: Clock): () => boolean {
  let last = now();
  return () => {
    if (now() - last < PROGRESS_MS) return false;
    last = now();
    return true;
  };
}
