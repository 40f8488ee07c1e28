/** Starts the runner from a bundle of it: one file is read sooner than a thousand, and needs less memory. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { keptFolder } from '../../lib/bundling/kept-folder.ts';
import { FEWER_COLLECTIONS } from '../synthesis/run-process.ts';

/** The runner gives memory back when nothing runs, and what is new and soon forgotten needs little of it. */
const FLAGS = ['--expose-gc', '--max-semi-space-size=8'];

/** Threads come and go here: with an arena for each, little of what they free is of use to the next. */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  /** Milliseconds since the epoch. */
  SVC_LAUNCHED_AT: String(performance.timeOrigin),
};

/** This process becomes the runner. */
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
  // Nothing of the launch is left in memory then, and its number stays that of the process.
  if (process.execve) process.execve(process.execPath, command, { ...process.env, ...ENVIRONMENT });
  // Windows has no such call.
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}

async function bundleRunner(folder: string): Promise<void> {
  const program = join(import.meta.dirname, 'bundle-runner.ts');
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program, folder], {
    env: { ...process.env, ...FEWER_COLLECTIONS },
  });
}

/** Synthesises what the runner will ask for meanwhile. What goes wrong it finds and reports itself. */
async function prepareSynthesis(args: readonly string[]): Promise<void> {
  try {
    const [{ readSettings }, { prepareAssembly }] = await Promise.all([
      import('../runner-settings.ts'),
      import('../synthesis/synthesise.ts'),
    ]);
    await prepareAssembly(readSettings(args, process.env).context);
  } catch {
    // The runner's turn.
  }
}
