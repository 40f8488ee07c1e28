import { rmSync } from 'node:fs';

export default function globalTeardown() {
  rmSync(process.env.SVC_TEST_FOLDER, { recursive: true, force: true });
}
