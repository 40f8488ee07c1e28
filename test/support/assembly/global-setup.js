/**
 * Creates the folder of a test run. The stack and the shared service start when the first test requests them.
 */
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
  // A database on disk would wait for the disk at every write.
  process.env.TMPDIR = folder;
  // CloudFormation's rules take seconds; test/template/validation.test.ts checks the stack against them.
  process.env.CDK_VALIDATION = 'false';
  // Turns off stack traces of constructs, which no test needs.
  process.env.CDK_DISABLE_STACK_TRACE = '1';
  process.env.SVC_TEST_FOLDER = folder;
  // Applies to handlers called in the test's own process; a service still writes logs to its folder.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  globalThis.offeredService = await offerService();
  process.env.SVC_TEST_SERVICE_PORT = String(globalThis.offeredService.port);
}
