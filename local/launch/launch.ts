/** Starts the runner from a bundle of it: one file is read sooner than a thousand, and needs less memory. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keptFolder } from '../../lib/bundling/kept-folder.ts';

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
    make: (making) => {
      const program = join(import.meta.dirname, 'bundle-runner.ts');
      execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, making]);
      return Promise.resolve();
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
