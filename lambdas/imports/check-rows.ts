/** Runs an import's first pass, which counts the rows, collects their errors, and creates the preview. */
import { epochSeconds, timestamp } from '../core/clock.ts';
import { rowsOf, rulesOf } from './file-plan.ts';
import type { FileRow } from './file-rows.ts';
import {
  endedImport,
  MAX_ERRORS,
  MAX_ROWS,
  PREVIEWED_ROWS,
  type PreviewRow,
  type RowErrorView,
  type StoredImport,
} from './import.ts';
import { expiryOf } from './imported-submission.ts';
import { contentOf, RowProblem, type RowContent, type RowRules } from './row-content.ts';
import { OVERTAKEN, progressTimer, type ImportWork, type PassResult } from './import-work.ts';

/** Maximum number of characters in the preview, per value and per row. */
const PREVIEWED_VALUE = 200;
const PREVIEWED_FIELDS = 10_000;
const MAX_COLUMN_NAME = 200;

/** Returns a row's content or error. */
export function readRow(
  read: FileRow,
  row: number,
  rules: RowRules,
): RowContent | { readonly error: RowErrorView } {
  if ('problem' in read) return { error: { row, column: null, message: read.problem } };
  try {
    return contentOf(read.cells, rules);
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error;
    return {
      error: { row, column: error.column?.slice(0, MAX_COLUMN_NAME) ?? null, message: error.message },
    };
  }
}

/**
 * Checks rows until the file ends or time runs out. At the end of the file, a dry run waits for confirmation,
 * and any other import continues with its second pass.
 */
export async function checkRows(
  before: StoredImport,
  { deps, form, file, isOutOfTime }: ImportWork,
): Promise<PassResult> {
  const rules = rulesOf(before, form);
  const errors = [...before.errors];
  const preview = [...(before.preview ?? [])];
  let { spam, expiring } = before;
  let row = 0;
  const startedAt = rules.startedAt;
  const isDue = progressTimer(deps.now);
  let stored = before;
  const progress = (): StoredImport => ({
    ...stored,
    done: row,
    rows: row,
    spam,
    expiring,
    errors: [...errors],
    preview: [...preview],
    touched_at: timestamp(deps.now()),
  });
  for await (const read of rowsOf(before, file)) {
    row += 1;
    if (row <= before.done) continue;
    if (row > MAX_ROWS) {
      const reason = `The file has more than ${MAX_ROWS} rows. Split it into several files.`;
      return (
        (await deps.replace(stored, endedImport(stored, { status: 'failed', reason }, deps.now()))) ??
        OVERTAKEN
      );
    }
    const content = readRow(read, row, rules);
    if ('error' in content) {
      if (errors.length < MAX_ERRORS) errors.push(content.error);
    } else {
      if (content.status === 'spam') spam += 1;
      const until = expiryOf(form, content, { startedAt, spamRetentionDays: deps.spamRetentionDays });
      if (until !== undefined && until <= epochSeconds(startedAt)) expiring += 1;
    }
    if (row <= PREVIEWED_ROWS && !('error' in content)) preview.push(previewOf(row, content));
    if (!isDue()) continue;
    const next = await deps.replace(stored, progress());
    if (!next) return OVERTAKEN;
    stored = next;
    if (isOutOfTime()) return stored;
  }
  const { touched_at: _, ...checked } = progress();
  const next: StoredImport = before.dry_run
    ? { ...checked, status: 'ready', done: 0 }
    : { ...checked, status: 'importing', done: 0, spam: 0, touched_at: timestamp(deps.now()) };
  return (await deps.replace(stored, next)) ?? OVERTAKEN;
}

function previewOf(row: number, { receivedAt, status, note, payload }: RowContent): PreviewRow {
  const shown: [string, string][] = [];
  let left = PREVIEWED_FIELDS;
  for (const [name, value] of payload) {
    const text = cut(value);
    left -= name.length + text.length;
    if (left < 0) break;
    shown.push([name, text]);
  }
  return {
    row,
    received_at: timestamp(receivedAt),
    status,
    note: note === undefined ? null : cut(note),
    payload: Object.fromEntries(shown),
  };
}

const cut = (text: string): string =>
  text.length > PREVIEWED_VALUE ? `${text.slice(0, PREVIEWED_VALUE).toWellFormed()}…` : text;
