/** Synthesizes a stack for one benchmark and creates its tables from it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApp } from '../../lib/make-app.ts';

/** Runs a benchmark with emulators that use the stack's template. The functions don't log. */
export async function withAssembly(run: () => Promise<void>): Promise<void> {
  const assembly = mkdtempSync(join(tmpdir(), 'svc-bench-assembly-'));
  try {
    (await makeApp({ 'svc:stage': 'test' }, assembly)).synth();
    Object.assign(process.env, { SVC_TEST_ASSEMBLY: assembly, POWERTOOLS_LOG_LEVEL: 'SILENT' });
    await run();
  } finally {
    rmSync(assembly, { recursive: true, force: true });
  }
}
