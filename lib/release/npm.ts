/** Runs npm. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { ReleaseError } from './release-error.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Runs npm in the root of this repository and returns its output.
 * @throws ReleaseError
 */
export function npm(args: readonly string[], env = process.env): string {
  try {
    return execFileSync('npm', args, {
      cwd: ROOT,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      // On Windows, npm is a script that needs a shell.
      shell: process.platform === 'win32',
    });
  } catch (cause) {
    const { code } = z.object({ code: z.string().optional() }).parse(cause);
    throw new ReleaseError(
      code === 'ENOENT'
        ? 'npm is not on the PATH. Install Node.js with npm.'
        : `"npm ${args.join(' ')}" failed. Correct the error above.`,
      { cause },
    );
  }
}
