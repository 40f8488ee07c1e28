/** Runs an import's second pass, which stores the rows. */
import { timestamp } from '../core/clock.ts';
import { rowsOf, rulesOf } from './file-plan.ts';
import { endedImport, type StoredImport } from './import.ts';
import { importedSubmission } from './imported-submission.ts';
import { readRow } from './check-rows.ts';
import { rowDigests } from './row-content.ts';
import {
  BYTES_AT_ONCE,
  OVERTAKEN,
  progressTimer,
  ROWS_AT_ONCE,
  type ImportedRow,
  type ImportWork,
  type PassResult,
} from './import-work.ts';

/**
 * Number of transactions to run in parallel. More transactions would lead to throttling, because a form's
 * submissions share one partition.
 */
const PARALLEL = 4;

/** Stores rows until the file ends or time runs out. Stops if the form is deleted. */
export async function storeRows(
  before: StoredImport,
  { deps, form, file, isOutOfTime }: ImportWork,
): Promise<PassResult> {
  const rules = rulesOf(before, form);
  const digestOf = rowDigests(form.form_id);
  const isDue = progressTimer(deps.now);
  let { imported, skipped, spam } = before;
  let stored = before;
  let row = 0;
  let waiting: ImportedRow[] = [];
  let bytes = 0;
  let groups: ImportedRow[][] = [];

  const store = async (): Promise<void> => {
    if (waiting.length > 0) groups.push(waiting);
    const rows = groups;
    [groups, waiting, bytes] = [[], [], 0];
    const outcomes = await Promise.all(rows.map((group) => deps.store(before.kind, group)));
    for (const [index, group] of rows.entries()) {
      for (const [at, { submission }] of group.entries()) {
        if (outcomes[index]?.[at] === 'skipped') skipped += 1;
        else {
          imported += 1;
          if (submission.status === 'spam') spam += 1;
        }
      }
    }
  };
  const progress = (): StoredImport => ({
    ...stored,
    done: row,
    imported,
    skipped,
    spam,
    touched_at: timestamp(deps.now()),
  });

  for await (const read of rowsOf(before, file)) {
    row += 1;
    const digest = 'cells' in read ? digestOf(read.cells) : undefined;
    if (row <= before.done || !digest) continue;
    const content = readRow(read, row, rules);
    if ('error' in content) continue;
    const { spamRetentionDays } = deps;
    const submission = importedSubmission(form, before, content, { row, digest, spamRetentionDays });
    const size = sizeOf(submission.payload);
    if (waiting.length === ROWS_AT_ONCE || (waiting.length > 0 && bytes + size > BYTES_AT_ONCE)) {
      groups.push(waiting);
      [waiting, bytes] = [[], 0];
    }
    waiting.push({ submission, digest });
    bytes += size;
    if (groups.length < PARALLEL) continue;
    await store();
    if (!isDue()) continue;
    // Stop if the form was deleted. Rows stored until then are removed by the final deletion of the form's
    // data.
    const [next, isThere] = await Promise.all([
      deps.replace(stored, progress()),
      deps.findForm(before.account_id, before.form_id),
    ]);
    if (!next || !isThere) return OVERTAKEN;
    stored = next;
    if (isOutOfTime()) return stored;
  }
  await store();
  const ended = endedImport(progress(), { status: 'finished' }, deps.now());
  return (await deps.replace(stored, ended)) ?? OVERTAKEN;
}

/** Returns the approximate size of the fields in a table, in bytes. */
const sizeOf = (payload: ReadonlyMap<string, string>): number =>
  [...payload].reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 500);
