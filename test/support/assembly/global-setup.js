/** Makes the folder of a run. The stack and the shared service start when the first test asks for them. */
import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { offerService } from './service-on-demand.js';

/** The folder of temporary files of every test and of what it starts: in memory where there is enough of it. */
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
  // CloudFormation's rules take seconds; test/template/validation.test.ts holds the stack against them.
  process.env.CDK_VALIDATION = 'false';
  // Where each construct was made, of which no test says anything.
  process.env.CDK_DISABLE_STACK_TRACE = '1';
  process.env.SVC_TEST_FOLDER = folder;
  // Handlers that a test calls in its own process; those of a service write to its folder as ever.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  globalThis.offeredService = await offerService();
  process.env.SVC_TEST_SERVICE_PORT = String(globalThis.offeredService.port);
}
