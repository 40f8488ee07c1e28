/** Finds the DynamoDB emulator for this machine, or downloads it if it isn't installed. */
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { hasCode } from '../runner-error.ts';
import type { Steps } from '../steps.ts';
import { userCacheFolder } from '../../lib/bundling/user-cache.ts';
import { dynoxidePackage, type Machine } from './dynoxide-package.ts';
import { cachedDynoxide, fetchDynoxide, type FetchOptions } from './fetch-dynoxide.ts';

export interface FindOptions extends Partial<FetchOptions> {
  /** If set, prints the download as a startup step. */
  readonly steps?: Steps | undefined;
  /** Defaults to this machine. */
  readonly machine?: Machine;
  /** The user's home folder. */
  readonly home?: string;
  /** Returns the folder of an installed package, or undefined if it isn't installed. */
  readonly installed?: (name: string) => string | undefined;
}

/**
 * Returns the path of the emulator: the package that `npm ci` installed, a `dynoxide` on the PATH or from
 * `cargo install`, or the package in the user's cache. If none of these exists, downloads the package.
 * @throws RunnerError if the download fails
 */
export async function findDynoxide(options: FindOptions = {}): Promise<string> {
  const { env = process.env, machine = process, home = homedir(), installed = installedPackage } = options;
  const wanted = dynoxidePackage(machine);
  const folder = installed(wanted.name);
  const cache = userCacheFolder({ platform: process.platform, home, env });
  const present = [
    ...(folder === undefined ? [] : [join(folder, wanted.program)]),
    ...(env['PATH'] ?? '')
      .split(delimiter)
      .filter((each) => each !== '')
      .map((each) => join(each, wanted.program)),
    join(home, '.cargo', 'bin', wanted.program),
    cachedDynoxide(cache, wanted),
  ].find(isFile);
  if (present !== undefined) return present;
  const fetchIt = (): Promise<string> => fetchDynoxide(cache, wanted, { ...options, env });
  if (options.steps === undefined) return fetchIt();
  return options.steps.run(
    `Downloading the DynamoDB emulator (only the first time): ${wanted.name}@${wanted.version}`,
    fetchIt,
  );
}

function installedPackage(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch (error) {
    if (!hasCode(error, 'MODULE_NOT_FOUND')) throw error;
    return undefined;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // The file doesn't exist, or a folder on the PATH can't be read.
    return false;
  }
}
