/** All operations on emulators of a bench's own, with the tables of a stack that is synthesised for it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApp } from '../../lib/make-app.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

/** @param variables in place of those that the stack gives its functions */
export async function withOperations(
  run: (service: TestOperations) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const assembly = mkdtempSync(join(tmpdir(), 'svc-bench-assembly-'));
  (await makeApp({ 'svc:stage': 'test' }, assembly)).synth();
  Object.assign(process.env, { SVC_TEST_ASSEMBLY: assembly, POWERTOOLS_LOG_LEVEL: 'SILENT' });
  const service = await startOperations(variables);
  try {
    await run(service);
  } finally {
    await service.stop();
    rmSync(assembly, { recursive: true, force: true });
  }
}
