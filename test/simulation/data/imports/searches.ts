/** Runs the simulated worlds that `imports.test.ts` checks. */
import type { Fault } from '../../faults.ts';
import { brokenWorlds, firstBroken, type Broken } from '../../processes/loops.ts';
import type { ImportRemedy } from './remedies.ts';
import { importViolations, playImports, playOneImportFault } from './scenario.ts';

/**
 * Runs all seeds up to `to`.
 * @returns the broken worlds, and how many imports finished or failed, rows were skipped and forms deleted
 */
export async function searchSeeds(
  to: number,
): Promise<{ broken: Broken[]; finished: number; failed: number; skipped: number; deleted: number }> {
  const counts = { finished: 0, failed: 0, skipped: 0, deleted: 0 };
  const broken = await brokenWorlds(1, to, async (seed) => {
    const played = await playImports(seed);
    counts.deleted += played.world.deletedForms.size;
    for (const { status, skipped } of played.world.tables.imports.values()) {
      if (status === 'finished' || status === 'failed') counts[status] += 1;
      counts.skipped += skipped;
    }
    return importViolations(played);
  });
  return { broken, ...counts };
}

/** Runs seeds up to `to` without a remedy until one violates a rule. */
export const searchWithout = (remedy: ImportRemedy, to: number): Promise<{ seed?: number }> =>
  firstBroken(to, async (seed) => importViolations(await playImports(seed, remedy)));

/**
 * Runs a world for each call that can fail.
 * @returns the broken worlds, and the number of calls and stored rows in the world without a fault
 */
export async function searchCalls(
  fault: Fault,
): Promise<{ broken: Broken[]; calls: number; storedRows: number }> {
  const { calls, world } = await playOneImportFault(Infinity, fault);
  const broken = await brokenWorlds(0, calls - 1, async (call) =>
    importViolations(await playOneImportFault(call, fault)),
  );
  return { broken, calls, storedRows: world.tables.storedRows.length };
}
