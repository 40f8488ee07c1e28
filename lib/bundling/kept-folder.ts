/** Caches the results of slow builds until a source file changes. */
import { createHash, hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const KEPT = join(ROOT, 'node_modules/.cache/svc-forms');

const HOUR = 3_600_000;

/**
 * Retention of each kind after its last use, in milliseconds. Older folders are removed when something else
 * is built. A service looks up the packages and its runner only at startup, but reads them while it runs.
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
  /** Files and folders of the repository that the result depends on. */
  readonly sources: readonly string[];
  /** Other input that the result depends on. */
  readonly key?: string;
}

/** State of the source files at one time. */
export interface SourceState {
  /** Name of the folder that is built from these sources. */
  readonly name: string;
  /**
   * Time of the last change to any source, in milliseconds since the epoch. Only this time reveals an edit
   * that was undone.
   */
  readonly changedAt: number;
}

export interface KeptFolderOptions extends CachedSource {
  /**
   * Result of `stateOf`, from before the first source was read. Can be omitted if only `make` reads the
   * sources.
   */
  readonly before?: SourceState | undefined;
  /**
   * Builds the result in an empty folder. Its paths must be relative to the folder, because the folder is
   * renamed afterwards.
   */
  readonly make: (folder: string) => Promise<void>;
}

/**
 * Returns the folder with the result, and builds it if it is not cached. An existing folder is always
 * complete, because it is renamed in one step, even if several processes build it at once.
 */
export async function cachedFolder(options: KeptFolderOptions): Promise<string> {
  const found = await findCached(options);
  return found ?? make(options, options.before ?? stateOf(options));
}

/** Returns the folder with the result, or undefined if it is not cached. */
export async function findCached(source: CachedSource): Promise<string | undefined> {
  const folder = join(KEPT, cacheNameOf(source));
  return (await touch(folder)) ? folder : undefined;
}

/** Creates an empty folder below the installed packages. It is removed once it is stale, if not before. */
export async function scratchFolder(): Promise<string> {
  await mkdir(KEPT, { recursive: true });
  return mkdtemp(join(KEPT, 'scratch-'));
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
  await mkdir(KEPT, { recursive: true });
  await removeStale();
  // Created at the same depth as the final folder, because source maps contain relative paths.
  const making = await mkdtemp(join(KEPT, 'making-'));
  try {
    await options.make(making);
    const folder = join(KEPT, before.name);
    const after = stateOf(options);
    // The result might contain sources that changed during the build, so it is used only once and removed
    // when it's stale.
    if (after.name !== before.name || after.changedAt !== before.changedAt) return making;
    await rename(making, folder).catch(async (error: unknown) => {
      // Another process finished first.
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
  for (const name of await readdir(KEPT)) {
    const folder = join(KEPT, name);
    // Another process may have renamed its build folder in the meantime.
    const { mtimeMs = Infinity } = (await stat(folder).catch(() => undefined)) ?? {};
    const lifetime = Object.entries(LIFETIMES).find(([prefix]) => name.startsWith(prefix))?.[1] ?? HOUR;
    if (Date.now() - mtimeMs <= lifetime) continue;
    // Rename the folder before removing it, so that an interrupted removal doesn't leave an incomplete folder
    // under this name.
    const leaving = join(KEPT, `leaving-${name}`);
    await rename(folder, leaving).catch(() => undefined);
    await rm(leaving, { recursive: true, force: true });
  }
}

/** Returns the current state of the sources. Compare it with the state after they were read. */
export function stateOf(source: CachedSource): SourceState {
  const times = source.sources.flatMap(filesIn).map((file) => statSync(join(ROOT, file)).ctimeMs);
  return { name: cacheNameOf(source), changedAt: Math.max(...times) };
}

/** Returns the name of the cache folder. */
export function cacheNameOf({ name, sources, key = '' }: CachedSource): string {
  return `${name}-${fingerprint(sources, key)}`;
}

/**
 * Hashes the names and contents of all sources, the key, and the repository's location, because bundles
 * contain its paths. Reading small files in threads would be slower.
 */
function fingerprint(sources: readonly string[], key: string): string {
  const whole = createHash('sha256').update(`${ROOT}\0${key}\0`);
  for (const file of sources.flatMap(filesIn)) {
    whole.update(`${file}\0`);
    whole.update(hash('sha256', readFileSync(join(ROOT, file)), 'buffer'));
  }
  return whole.digest('hex').slice(0, 32);
}

/** Returns the file itself, or all files in a folder in an order that is the same on every machine. */
function filesIn(source: string): string[] {
  const path = join(ROOT, source);
  if (!statSync(path).isDirectory()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort();
}
