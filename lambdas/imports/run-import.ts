/**
 * Processes imports in the background in two passes. The first pass checks the file, and the second one
 * stores its rows. Each batch reads the file from its start, because a row's digest depends on the number of
 * identical rows before it. If the function crashes, the rows since the last stored progress are processed
 * again, which is harmless.
 */
import { DAY, timestamp } from '../core/clock.ts';
import { Unavailable } from '../core/errors/errors.ts';
import { formIdOfImport } from '../core/ids.ts';
import { checkRows } from './check-rows.ts';
import { planOf } from './file-plan.ts';
import { endedImport, hasEnded, isAtWork, type ImportMessage, type StoredImport } from './import.ts';
import { OVERTAKEN, type ImportDeps, type ImportWork, type PassResult } from './import-work.ts';
import { storeRows } from './store-rows.ts';

/** Time after which an import that keeps failing is abandoned, in milliseconds. */
const MAX_AGE = DAY;
/** Seconds to wait if the tables are too busy. */
const BUSY_SECONDS = 10;
/** Seconds to wait while a person's data is being erased from the account. */
const ERASING_SECONDS = 60;

/**
 * Processes an import until it ends or needs confirmation, or until time runs out. If two functions process
 * the same import, the slower one stops.
 * @returns the message for the next batch and its delay in seconds, or undefined if none is needed
 */
export async function runImport(
  message: ImportMessage,
  deps: ImportDeps,
  isOutOfTime: () => boolean,
): Promise<{ message: ImportMessage; delaySeconds: number } | undefined> {
  if (formIdOfImport(message.import_id) === undefined) return undefined;
  const stored = await deps.find(message.import_id);
  // Delete the file if it was uploaded again after the import had ended, or if a function crashed at the end
  // of the import.
  if (!stored || hasEnded(stored)) {
    await tidyUp(message.import_id, deps);
    return undefined;
  }
  if (stored.status === 'ready') return undefined;
  // Wait until the erasure has ended. Otherwise, rows with the person's data might be stored after its last
  // search.
  if (await deps.isErasing(stored.account_id)) return { message, delaySeconds: ERASING_SECONDS };
  try {
    if (!(await work(stored, deps, isOutOfTime))) return { message, delaySeconds: 0 };
    await tidyUp(message.import_id, deps);
    return undefined;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return { message, delaySeconds: BUSY_SECONDS };
  }
}

/**
 * Deletes the file of an import that has ended or was deleted. Reads the import again to find out whether it
 * has ended: if the response to the last write was lost, the SDK repeats the write, which then fails as if
 * another function had changed the import.
 */
async function tidyUp(import_id: string, deps: ImportDeps): Promise<void> {
  const found = await deps.find(import_id);
  if (found && !hasEnded(found)) return;
  await deps.files.remove({ form_id: formIdOfImport(import_id) ?? '', kind: import_id });
  if (found && found.imported > 0) await deps.noteChange(found.account_id);
}

/** Returns true if nothing is left to do, or if another function has made more progress. */
async function work(stored: StoredImport, deps: ImportDeps, isOutOfTime: () => boolean): Promise<boolean> {
  const now = deps.now();
  const started = await deps.replace(stored, {
    ...stored,
    status: stored.status === 'waiting' ? 'checking' : stored.status,
    started_at: stored.started_at ?? timestamp(now),
    touched_at: timestamp(now),
  });
  if (!started) return true;
  const form = await deps.findForm(started.account_id, started.form_id);
  if (!form) return fail(started, 'The form was deleted.', deps);
  if (now > Date.parse(started.confirmed_at ?? started.started_at ?? '') + MAX_AGE)
    return fail(started, 'The import did not finish within a day.', deps);
  const file = await deps.files.read(started);
  if (!file) return fail(started, 'The file no longer exists. Start a new import.', deps);
  if (started.etag !== undefined && started.etag !== file.etag)
    return fail(started, 'The file was uploaded again during the import. Start a new import.', deps);

  let current: StoredImport = started;
  if (current.etag === undefined) {
    const plan = await planOf(current, file.bytes, form);
    if ('problem' in plan) return fail(current, plan.problem, deps);
    const { requested_mapping: _, ...rest } = current;
    const planned = await deps.replace(current, { ...rest, ...plan, etag: file.etag });
    if (!planned) return true;
    current = planned;
  }
  const going: ImportWork = { deps, form, file: file.bytes, isOutOfTime };
  while (isAtWork(current)) {
    const pass: PassResult = await (current.status === 'checking' ? checkRows : storeRows)(current, going);
    if (pass === OVERTAKEN) return true;
    current = pass;
    if (isAtWork(current) && isOutOfTime()) return false;
  }
  return true;
}

/** Ends an import that can't continue. */
async function fail(current: StoredImport, reason: string, deps: ImportDeps): Promise<true> {
  await deps.replace(current, endedImport(current, { status: 'failed', reason }, deps.now()));
  return true;
}
