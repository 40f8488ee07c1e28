/**
 * Bundles the runner if its sources changed, finds the DynamoDB emulator, and sends the bundle's path to the
 * parent process. A bundle loads faster and uses less memory than a thousand source files.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cachedFolder } from '../../lib/bundling/kept-folder.ts';
import { findDynoxide } from '../dynamodb/find-dynoxide.ts';
import { reportOf } from '../explained-errors.ts';
import { readOptions } from '../runner-options.ts';
import { Steps } from '../steps.ts';

// Exit this process if the parent process is killed.
process.once('disconnect', () => process.exit(1));

const args = process.argv.slice(2);
const steps = new Steps(readOptions(args));
const failing = new AbortController();
try {
  const [folder] = await Promise.all([runner(), findEmulator()]);
  process.send?.(join(folder, 'start.mjs'), undefined, undefined, () => process.exit());
} catch (error) {
  failing.abort();
  console.error(reportOf(error));
  process.exit(1);
}

function runner(): Promise<string> {
  return cachedFolder({
    name: 'runner',
    sources: ['local', 'cli', 'lambdas', 'lib', 'node_modules/.package-lock.json'],
    make: async (making) => {
      await Promise.all([
        steps.run('Building the runner and the first functions', () => bundleRunner(making)),
        prepareSynthesis(),
      ]);
    },
  });
}

/**
 * Finds or downloads the emulator. If there is no network connection, this step fails before anything is
 * built. The runner looks up the emulator again later.
 */
async function findEmulator(): Promise<void> {
  if (!process.env['DYNAMODB_ENDPOINT']) await findDynoxide({ steps });
}

async function bundleRunner(folder: string): Promise<void> {
  const program = join(import.meta.dirname, 'bundle-runner.ts');
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program, folder], {
    signal: failing.signal,
  });
}

/**
 * Synthesizes the stack in parallel with bundling. If the synthesis fails, the runner synthesizes again and
 * reports the error.
 */
async function prepareSynthesis(): Promise<void> {
  try {
    const [{ readSettings }, { prepareAssembly }] = await Promise.all([
      import('../runner-settings.ts'),
      import('../synthesis/synthesise.ts'),
    ]);
    await prepareAssembly(readSettings(args, process.env).context, steps);
  } catch {
    // Ignore the error, because the runner synthesizes the stack again and reports any error.
  }
}
