/**
 * Creates the folder for a test run. The stack and the shared service start when a test first requests them.
 */
import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { offerService } from './service-on-demand.js';

/**
 * Returns the folder for temporary files of all tests and their processes. Uses an in-memory file system if
 * there is enough memory.
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
  // Use the in-memory folder for temporary files. On disk, a database would wait for each write to complete.
  process.env.TMPDIR = folder;
  // Skips validation against CloudFormation's rules, which takes several seconds.
  // test/template/validation.test.ts runs it instead.
  process.env.CDK_VALIDATION = 'false';
  // Turns off construct stack traces, because no test needs them.
  process.env.CDK_DISABLE_STACK_TRACE = '1';
  process.env.SVC_TEST_FOLDER = folder;
  // Only affects handlers that run in the test process. A service still writes logs to its folder.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  globalThis.offeredService = await offerService();
  process.env.SVC_TEST_SERVICE_PORT = String(globalThis.offeredService.port);
}
