/** Starts the runner from a bundle, because one file loads faster than a thousand and needs less memory. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { keptFolder } from '../../lib/bundling/kept-folder.ts';
import { FEWER_COLLECTIONS } from '../synthesis/run-process.ts';

/** The runner frees memory when idle, and its short-lived objects need little. */
const FLAGS = ['--expose-gc', '--max-semi-space-size=8'];

/** Threads come and go. If each had its own memory arena, others could not reuse most of what it frees. */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  /** Milliseconds since the epoch. */
  SVC_LAUNCHED_AT: String(performance.timeOrigin),
};

/** Replaces this process with the runner. */
export async function launch(args: readonly string[]): Promise<void> {
  const folder = await keptFolder({
    name: 'runner',
    sources: ['local', 'cli', 'lambdas', 'lib', 'node_modules/.package-lock.json'],
    make: async (making) => {
      await Promise.all([bundleRunner(making), prepareSynthesis(args)]);
    },
  });
  const program = join(folder, 'start.mjs');
  const command = [process.execPath, ...FLAGS, program, ...args];
  // This frees all memory of the launcher and keeps the process id.
  if (process.execve) process.execve(process.execPath, command, { ...process.env, ...ENVIRONMENT });
  // Windows doesn't support this call.
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}

async function bundleRunner(folder: string): Promise<void> {
  const program = join(import.meta.dirname, 'bundle-runner.ts');
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program, folder], {
    env: { ...process.env, ...FEWER_COLLECTIONS },
  });
}

/** Meanwhile, synthesizes what the runner will need. The runner itself detects and reports errors. */
async function prepareSynthesis(args: readonly string[]): Promise<void> {
  try {
    const [{ readSettings }, { prepareAssembly }] = await Promise.all([
      import('../runner-settings.ts'),
      import('../synthesis/synthesise.ts'),
    ]);
    await prepareAssembly(readSettings(args, process.env).context);
  } catch {
    // The runner will handle this.
  }
}
