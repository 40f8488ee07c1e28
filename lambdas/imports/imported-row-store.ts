/**
 * Stores imported submissions (Submissions table). Stores a record for each row (Idempotency table), so that
 * the row is only imported once.
 */
import * as z from 'zod';
import { batchGet } from '../aws/batch-get.ts';
import { failedConditions, projectionOf, transact, type DocumentClient } from '../aws/dynamodb.ts';
import { Unavailable } from '../core/errors/errors.ts';
import { submissionKey } from '../core/submission-pieces.ts';
import { toSubmissionItem } from '../submissions/submission.ts';
import type { ImportedRow, RowOutcome } from './import-work.ts';

/** Maximum number of attempts if another import is storing the same rows. */
const ATTEMPTS = 5;

const note = z.object({ key_digest: z.string(), submission_id: z.string(), import_id: z.string() });
type Note = z.infer<typeof note>;

const keyOfRow = ({ digest }: ImportedRow): string => `import#${digest.toString('base64url')}`;

export function importedRowStore(
  db: DocumentClient,
  tables: { readonly submissions: string; readonly idempotency: string },
) {
  const notesOf = async (formId: string, keys: readonly string[]): Promise<Map<string, Note>> => {
    const found = await batchGet(db, {
      [tables.idempotency]: {
        Keys: keys.map((key_digest) => ({ form_id: formId, key_digest })),
        ConsistentRead: true,
      },
    });
    const notes = z.array(note).parse(found[tables.idempotency] ?? []);
    return new Map(notes.map((each) => [each.key_digest, each]));
  };

  /** Returns which of these submissions exist. */
  const stored = async (formId: string, ids: readonly string[]): Promise<Set<string>> => {
    if (ids.length === 0) return new Set();
    const found = await batchGet(db, {
      [tables.submissions]: {
        Keys: ids.map((submission_id) => submissionKey({ form_id: formId, submission_id })),
        ConsistentRead: true,
        ...projectionOf(['submission_id']),
      },
    });
    const rows = z.array(note.pick({ submission_id: true })).parse(found[tables.submissions] ?? []);
    return new Set(rows.map(({ submission_id }) => submission_id));
  };

  const puts = (row: ImportedRow, importId: string, old: Note | undefined) => [
    {
      Put: {
        TableName: tables.idempotency,
        Item: {
          form_id: row.submission.form_id,
          key_digest: keyOfRow(row),
          submission_id: row.submission.submission_id,
          import_id: importId,
          ...(row.submission.expires_at !== undefined && { expires_at: row.submission.expires_at }),
        },
        ...(old
          ? {
              ConditionExpression: 'submission_id = :submission AND import_id = :import',
              ExpressionAttributeValues: { ':submission': old.submission_id, ':import': old.import_id },
            }
          : { ConditionExpression: 'attribute_not_exists(key_digest)' }),
      },
    },
    {
      Put: {
        TableName: tables.submissions,
        Item: toSubmissionItem(row.submission),
        ConditionExpression: 'attribute_not_exists(submission_id)',
      },
    },
  ];

  return {
    /**
     * Stores the rows that no import has stored before. If a row's submission was deleted, the row is stored
     * again. Safe to repeat, even while another import is storing the same rows.
     * @param rows at most `ROWS_AT_ONCE` rows of one form with different digests
     * @throws Unavailable if the tables remain too busy
     */
    async store(importId: string, rows: readonly ImportedRow[]): Promise<RowOutcome[]> {
      const outcomes = new Map<ImportedRow, RowOutcome>();
      const formId = rows[0]?.submission.form_id ?? '';
      for (let attempt = 0; attempt < ATTEMPTS && outcomes.size < rows.length; attempt += 1) {
        const left = rows.filter((row) => !outcomes.has(row));
        const notes = await notesOf(formId, left.map(keyOfRow));
        const others = [...notes.values()].filter(({ import_id }) => import_id !== importId);
        const present = await stored(
          formId,
          others.map(({ submission_id }) => submission_id),
        );
        const missing: ImportedRow[] = [];
        for (const row of left) {
          const known = notes.get(keyOfRow(row));
          if (known?.import_id === importId) outcomes.set(row, 'imported');
          else if (known && present.has(known.submission_id)) outcomes.set(row, 'skipped');
          else missing.push(row);
        }
        if (missing.length === 0) continue;
        try {
          await transact(db, {
            TransactItems: missing.flatMap((row) => puts(row, importId, notes.get(keyOfRow(row)))),
          });
          for (const row of missing) outcomes.set(row, 'imported');
        } catch (error) {
          const failed = failedConditions(error);
          if (failed?.includes(true) !== true) throw error;
          // Skip rows whose submission exists although their record doesn't. The other rows were stored by
          // another import, so read their records again.
          for (const [index, row] of missing.entries())
            if (failed[2 * index] === false && failed[2 * index + 1] === true) outcomes.set(row, 'skipped');
        }
      }
      if (outcomes.size < rows.length) throw new Unavailable();
      return rows.map((row) => outcomes.get(row) ?? 'skipped');
    },
  };
}
