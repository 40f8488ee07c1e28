import { rmSync } from 'node:fs';

export default async function globalTeardown() {
  try {
    await globalThis.offeredService.stop();
  } finally {
    rmSync(process.env.SVC_TEST_FOLDER, { recursive: true, force: true });
  }
}
