/**
 * Synthesizes the stack once for all tests, in a separate process: tests create their tables from this
 * template, so that they test what is deployed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { offerService } from './service-on-demand.js';

/**
 * Returns the folder for temporary files of all tests and the processes they start: in memory if there is
 * enough.
 */
function temporaryFolder() {
  const memory = '/dev/shm';
  return mkdtempSync(join(freeBytes(memory) > 4e9 ? memory : tmpdir(), 'svc-test-'));
}

function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

export default async function globalSetup() {
  const folder = temporaryFolder();
  globalThis.temporaryBefore = process.env.TMPDIR;
  // A database waits for the disk at every write.
  process.env.TMPDIR = folder;
  // CloudFormation's rules take seconds; test/template/validation.test.ts checks the stack against them.
  process.env.CDK_VALIDATION = 'false';
  // Stack traces of constructs, which no test needs.
  process.env.CDK_DISABLE_STACK_TRACE = '1';
  const assembly = join(folder, 'assembly');
  const program = 'test/support/assembly/synthesise.ts';
  const { status, stderr } = spawnSync(process.execPath, [program, assembly], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (status !== 0) throw new Error(`The stack cannot be synthesised:\n${stderr}`);
  process.env.SVC_TEST_FOLDER = folder;
  process.env.SVC_TEST_ASSEMBLY = assembly;
  // Applies to handlers called in the test's own process; a service still writes logs to its folder.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  globalThis.offeredService = await offerService();
  process.env.SVC_TEST_SERVICE_PORT = String(globalThis.offeredService.port);
}
