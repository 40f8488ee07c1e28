/** Simulates the tables and the bucket of imports. The rows are stored by the real store. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentClient } from '../../../../lambdas/aws/dynamodb.ts';
import { importedRowStore } from '../../../../lambdas/imports/imported-row-store.ts';
import type { StoredImport } from '../../../../lambdas/imports/import.ts';
import type { ImportDeps, UploadedFile } from '../../../../lambdas/imports/import-work.ts';
import { submission } from '../../../../lambdas/submissions/submission.ts';
import type { Invocation } from '../../aws/invocation.ts';
import type { StoredData } from '../tables.ts';
import type { ImportRemedy } from './remedies.ts';

const TABLES = { submissions: 'submissions', idempotency: 'idempotency' } as const;

/** A note about an imported row. */
interface RowNote {
  readonly form_id: string;
  readonly key_digest: string;
  readonly submission_id: string;
  readonly import_id: string;
}

/** A row that an import has stored. */
interface StoredRow {
  readonly importId: string;
  readonly submissionId: string;
  readonly at: number;
}

type Put = NonNullable<NonNullable<TransactWriteCommand['input']['TransactItems']>[number]['Put']>;

export class ImportTables {
  readonly imports = new Map<string, StoredImport>();
  readonly files = new Map<string, UploadedFile>();
  readonly notes = new Map<string, RowNote>();
  /** All rows that were stored, including those that were deleted again. */
  readonly storedRows: StoredRow[] = [];
  readonly #data: StoredData;
  readonly #without: ImportRemedy | undefined;
  readonly #now: () => number;

  constructor(data: StoredData, without: ImportRemedy | undefined, now: () => number) {
    this.#data = data;
    this.#without = without;
    this.#now = now;
  }

  /** Replaces the import, unless it has changed or was deleted. */
  replace(before: StoredImport, after: StoredImport): StoredImport | undefined {
    const stored = this.imports.get(before.kind);
    if (this.#without !== 'compare-and-swap' && stored?.version !== before.version) return undefined;
    const next = { ...after, version: before.version + 1 };
    this.imports.set(next.kind, next);
    return next;
  }

  /** Deletes the notes of these submissions. */
  removeNotes(isGone: (note: RowNote) => boolean): void {
    for (const [key, note] of this.notes) if (isGone(note)) this.notes.delete(key);
  }

  /**
   * Returns the function that stores an import's rows. Each of its requests is a call that takes a while, because
   * a busy table makes the SDK retry.
   */
  storeOf(invocation: Invocation, importId: string, delay: () => Promise<void>): ImportDeps['store'] {
    const db = {
      send: async (command: unknown): Promise<object> => {
        await delay();
        if (command instanceof BatchGetCommand)
          return invocation.call('row.read', () => ({ Responses: this.#read(command, importId) }));
        if (!(command instanceof TransactWriteCommand)) throw new Error('Not simulated');
        const puts = (command.input.TransactItems ?? []).flatMap((item) => item.Put ?? []);
        if (this.#without !== 'note-with-row') return this.#write(invocation, importId, puts);
        const isNote = ({ TableName }: Put): boolean => TableName === TABLES.idempotency;
        await this.#write(invocation, importId, puts.filter(isNote));
        return this.#write(
          invocation,
          importId,
          puts.filter((put) => !isNote(put)),
        );
      },
    } as unknown as DocumentClient;
    return importedRowStore(db, TABLES).store;
  }

  #read({ input }: BatchGetCommand, importId: string): Record<string, object[]> {
    const { idempotency, submissions } = input.RequestItems ?? {};
    const notes = (idempotency?.Keys ?? []).flatMap((key) => {
      const found = this.notes.get(this.#keyOf(key['key_digest'] as string, importId));
      if (!found) return [];
      return this.#without === 'own-rows' ? [{ ...found, import_id: 'imp_other' }] : [found];
    });
    const rows = (submissions?.Keys ?? []).filter(({ submission_id: id }) =>
      this.#data.submissions.has(id as string),
    );
    return { idempotency: notes, submissions: rows };
  }

  /** If rows aren't found by their digest, each import has separate notes. */
  #keyOf(digest: string, importId: string): string {
    return this.#without === 'row-digest' ? `${importId} ${digest}` : digest;
  }

  async #write(invocation: Invocation, importId: string, puts: readonly Put[]): Promise<object> {
    const canceled = await invocation.call('row.write', () => {
      const failed = puts.map((put) => !this.#holds(put, importId));
      if (failed.includes(true)) return failed;
      for (const put of puts) this.#put(put, importId);
      return undefined;
    });
    if (!canceled) return {};
    throw new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: {},
      CancellationReasons: canceled.map((isFailed) => ({
        Code: isFailed ? 'ConditionalCheckFailed' : 'None',
      })),
    });
  }

  /** Evaluates the conditions that the store uses. */
  #holds(put: Put, importId: string): boolean {
    const { Item = {}, ConditionExpression, ExpressionAttributeValues: values } = put;
    if (ConditionExpression === 'attribute_not_exists(submission_id)')
      return !this.#data.submissions.has(Item['submission_id'] as string);
    if (this.#without === 'row-claim') return true;
    const note = this.notes.get(this.#keyOf(Item['key_digest'] as string, importId));
    if (ConditionExpression === 'attribute_not_exists(key_digest)') return note === undefined;
    if (ConditionExpression !== 'submission_id = :submission AND import_id = :import')
      throw new Error(`Unknown condition: ${ConditionExpression}`);
    return note?.submission_id === values?.[':submission'] && note?.import_id === values?.[':import'];
  }

  #put({ TableName, Item = {} }: Put, importId: string): void {
    if (TableName === TABLES.idempotency) {
      this.notes.set(this.#keyOf(Item['key_digest'] as string, importId), Item as unknown as RowNote);
      return;
    }
    const made = submission.parse(Item);
    this.#data.submissions.set(made.submission_id, made);
    this.storedRows.push({ importId, submissionId: made.submission_id, at: this.#now() });
  }
}
