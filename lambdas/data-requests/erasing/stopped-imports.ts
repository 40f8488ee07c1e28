/**
 * Stops imports during an erasure, because their files and previews may contain the person's data. The
 * erasure's second search finds the rows that they have already stored.
 */
import type { Clock } from '../../core/clock.ts';
import { Unavailable } from '../../core/errors/errors.ts';
import { mapInParallel } from '../../core/map-in-parallel.ts';
import { endedImport, hasEnded, type StoredImport } from '../../imports/import.ts';

const REASON =
  'A person’s data was erased from this account. Remove this person from the file, then start a new import.';
/** Maximum number of attempts to stop an import that another function is changing. */
const MAX_ATTEMPTS = 5;
/** Number of forms to read imports from in parallel. */
const CONCURRENCY = 10;

export interface StopDeps {
  readonly imports: {
    /** Returns the form's imports that haven't ended. */
    unfinished(formId: string): Promise<StoredImport[]>;
    find(id: string): Promise<StoredImport | undefined>;
    /** Replaces the import, or returns undefined if it has changed. */
    replace(before: StoredImport, after: StoredImport): Promise<StoredImport | undefined>;
  };
  readonly files: { remove(of: StoredImport): Promise<void> };
  readonly now: Clock;
}

/**
 * Stops the forms' imports that haven't ended, and deletes their files and previews. Safe to repeat.
 * @throws Unavailable if another function keeps changing an import
 */
export async function stopImports(formIds: readonly string[], deps: StopDeps): Promise<void> {
  const errors: unknown[] = [];
  await mapInParallel(formIds, CONCURRENCY, async (formId) => {
    try {
      for (const unfinished of await deps.imports.unfinished(formId)) await stop(unfinished, deps);
    } catch (error) {
      errors.push(error);
    }
  });
  if (errors.length > 0) throw errors[0];
}

async function stop(unfinished: StoredImport, { imports, files, now }: StopDeps): Promise<void> {
  // Delete the file first, so that a repeated call after a crash finds the import again.
  await files.remove(unfinished);
  let current: StoredImport | undefined = unfinished;
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    if (!current || hasEnded(current)) return;
    const stopped = endedImport(current, { status: 'failed', reason: REASON }, now());
    if (await imports.replace(current, stopped)) return;
    current = await imports.find(unfinished.kind);
  }
  throw new Unavailable('The import is being changed by another function. Please try again.');
}
