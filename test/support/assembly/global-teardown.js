import { rmSync } from 'node:fs';

export default async function globalTeardown() {
  try {
    await globalThis.offeredService.stop();
  } finally {
    rmSync(process.env.SVC_TEST_FOLDER, { recursive: true, force: true });
    // Restores the original temporary folder, because in watch mode, the next run creates its folder there.
    if (globalThis.temporaryBefore === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = globalThis.temporaryBefore;
  }
}
