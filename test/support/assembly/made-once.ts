/** Creates files that all test files of a run share. */
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

const WAIT_MS = 20;

/**
 * Returns the path of a file or folder. The first worker that requests it creates it, and other workers wait.
 * @param name name in this run's folder
 * @param make writes the file or folder to the given path
 * @throws errors from `make`; the next caller tries again
 */
export function madeOnce(name: string, make: (path: string) => void): string {
  const run = process.env['SVC_TEST_FOLDER'];
  if (run === undefined)
    throw new Error('Run the tests with "npm test", whose global setup creates the folder.');
  const path = join(run, name);
  while (!existsSync(path)) {
    if (!isLocked(`${path}.lock`)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
      continue;
    }
    try {
      // Another worker may have created it before this one got the lock.
      if (!existsSync(path)) {
        make(`${path}.making`);
        renameSync(`${path}.making`, path);
      }
    } finally {
      rmdirSync(`${path}.lock`);
    }
  }
  return path;
}

/** Creates the lock. Returns false if another process already has it. */
function isLocked(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
