/** Caches the results of slow builds until a source file changes. */
import { createHash, hash } from 'node:crypto';
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { userCacheFolder } from './user-cache.ts';

const ROOT = join(import.meta.dirname, '../..');

const HOUR = 3_600_000;

/**
 * Time to keep each kind of folder after its last use, in milliseconds. Stale folders are removed during
 * later builds. Keep packages and the runner longest, because a running service still reads from the folders
 * that it found at startup.
 */
const LIFETIMES = {
  functions: HOUR,
  'linked-first': HOUR,
  'linked-later': HOUR,
  assembly: HOUR,
  packages: 168 * HOUR,
  runner: 168 * HOUR,
};

export interface CachedSource {
  readonly name: keyof typeof LIFETIMES;
  /** Files and folders in the repository that the build result depends on. */
  readonly sources: readonly string[];
  /** Additional input that the build result depends on. */
  readonly key?: string;
}

/** State of the source files at a point in time. */
export interface SourceState {
  /** Name of the cache folder for sources in this state. */
  readonly name: string;
  /**
   * Time of the last change to any source, in milliseconds since the epoch. Unlike the name, this time also
   * changes if an edit is undone.
   */
  readonly changedAt: number;
}

export interface KeptFolderOptions extends CachedSource {
  /**
   * Result of `stateOf`, called before the first source was read. Not needed if only `make` reads the
   * sources.
   */
  readonly before?: SourceState | undefined;
  /**
   * Builds the result in an empty folder. Paths in the result must be relative to the folder, because the
   * folder is renamed afterwards, and because the checkout may be moved.
   */
  readonly make: (folder: string) => Promise<void>;
}

let found: string | undefined;

/**
 * Returns the folder for all build results. It is next to the installed packages, or in the user's cache if
 * this checkout is read-only.
 */
const kept = (): string => (found ??= writableCache());

function writableCache(): string {
  const here = join(ROOT, 'node_modules/.cache');
  try {
    mkdirSync(here, { recursive: true });
    accessSync(here, constants.W_OK);
    return join(here, 'svc-forms');
  } catch {
    const { platform, env } = process;
    return join(userCacheFolder({ platform, env, home: homedir() }), 'checkouts', hash('sha256', ROOT));
  }
}

/**
 * Returns the cache folder with the build result and runs the build if the result is not cached. A cached
 * folder is always complete, even if several processes run the same build at the same time, because it gets
 * its name only after the build.
 */
export async function cachedFolder(options: KeptFolderOptions): Promise<string> {
  return (await findCached(options)) ?? make(options, options.before ?? stateOf(options));
}

/** Returns the cache folder with the build result, or undefined if the result is not cached. */
export async function findCached(source: CachedSource): Promise<string | undefined> {
  const folder = join(kept(), cacheNameOf(source));
  return (await touch(folder)) ? folder : undefined;
}

/**
 * Creates an empty folder next to the cached ones. If the caller doesn't remove it, it is removed when
 * it becomes stale.
 */
export async function scratchFolder(): Promise<string> {
  await mkdir(kept(), { recursive: true });
  return mkdtemp(join(kept(), 'scratch-'));
}

/** Marks the folder as in use. Returns false if it doesn't exist. */
export async function touch(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(
    () => true,
    () => false,
  );
}

async function make(options: KeptFolderOptions, before: SourceState): Promise<string> {
  await mkdir(kept(), { recursive: true });
  await removeStale();
  // The temporary folder has the same depth as the final one, because source maps contain relative paths.
  const making = await mkdtemp(join(kept(), 'making-'));
  try {
    await options.make(making);
    const folder = join(kept(), before.name);
    const after = stateOf(options);
    // A source changed during the build, so the result may mix old and new sources. Return the folder without
    // caching it. It is removed when it becomes stale.
    if (after.name !== before.name || after.changedAt !== before.changedAt) return making;
    await rename(making, folder).catch(async (error: unknown) => {
      // Ignore the error if another process has already created the folder.
      if (!(await touch(folder))) throw error;
      await rm(making, { recursive: true, force: true });
    });
    return folder;
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

async function removeStale(): Promise<void> {
  for (const name of await readdir(kept())) {
    const folder = join(kept(), name);
    // Another process may have renamed its build folder in the meantime, so ignore errors.
    const { mtimeMs = Infinity } = (await stat(folder).catch(() => undefined)) ?? {};
    const lifetime = Object.entries(LIFETIMES).find(([prefix]) => name.startsWith(prefix))?.[1] ?? HOUR;
    if (Date.now() - mtimeMs <= lifetime) continue;
    // Rename the folder before removing it, so that an interrupted removal doesn't leave an incomplete folder
    // under this name.
    const leaving = join(kept(), `leaving-${name}`);
    await rename(folder, leaving).catch(() => undefined);
    await rm(leaving, { recursive: true, force: true });
  }
}

/**
 * Returns the current state of the sources. Compare it with the state after reading them to detect changes.
 */
export function stateOf(source: CachedSource): SourceState {
  const times = source.sources.flatMap(filesIn).map((file) => statSync(join(ROOT, file)).ctimeMs);
  return { name: cacheNameOf(source), changedAt: Math.max(...times) };
}

/** Returns the name of the cache folder for the current sources. */
export function cacheNameOf({ name, sources, key = '' }: CachedSource): string {
  return `${name}-${fingerprint(sources, key)}`;
}

/**
 * Hashes the names and contents of all sources and the key. The hash doesn't include the repository's path,
 * so a moved or copied checkout can use the same results. Uses synchronous reads, which are faster for small
 * files.
 */
function fingerprint(sources: readonly string[], key: string): string {
  const whole = createHash('sha256').update(`${key}\0`);
  for (const file of sources.flatMap(filesIn)) {
    whole.update(`${file}\0`);
    whole.update(hash('sha256', readFileSync(join(ROOT, file)), 'buffer'));
  }
  return whole.digest('hex').slice(0, 32);
}

/** Returns the file itself, or all files in a folder in an order that doesn't depend on the machine. */
function filesIn(source: string): string[] {
  const path = join(ROOT, source);
  if (!statSync(path).isDirectory()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort();
}
