/** Synthesizes a stack for one benchmark, from which its tables are created. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApp } from '../../lib/make-app.ts';

/** Runs a benchmark whose emulators find the stack's template, and whose functions don't log. */
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
