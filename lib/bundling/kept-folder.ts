/** Keeps what takes long to make until something that it is made of changes. */
import { createHash, hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const KEPT = join(ROOT, 'node_modules/.cache/svc-forms');

const HOUR = 3_600_000;

/**
 * For how many milliseconds each kind is kept after it was last asked for; older ones are removed when something else is
 * made. A service asks for the packages and its runner at its start only, and reads them as long as it runs.
 */
const LIFETIMES = {
  functions: HOUR,
  'linked-first': HOUR,
  'linked-later': HOUR,
  assembly: HOUR,
  packages: 168 * HOUR,
  runner: 168 * HOUR,
};

export interface KeptSource {
  readonly name: keyof typeof LIFETIMES;
  /** Files and folders of the repository that it is made of. */
  readonly sources: readonly string[];
  /** What else it depends on. */
  readonly key?: string;
}

/** Sources at a moment. */
export interface SourceState {
  /** Of the folder that is made of them. */
  readonly name: string;
  /** When a file last changed, in milliseconds since the epoch. An edit that was undone shows here only. */
  readonly changedAt: number;
}

export interface KeptFolderOptions extends KeptSource {
  /** What `stateOf` gave before the first of the sources was read; when absent, they are read by `make` alone. */
  readonly before?: SourceState | undefined;
  /** Makes it in an empty folder; paths in it may refer to their neighbours, for the folder gets another name. */
  readonly make: (folder: string) => Promise<void>;
}

/**
 * The folder with it, made now unless it is there already. What is there is complete: it gets its place in one step,
 * also when several processes make it at once.
 */
export async function keptFolder(options: KeptFolderOptions): Promise<string> {
  const found = await findKept(options);
  return found ?? make(options, options.before ?? stateOf(options));
}

/** The folder with it when it is there. */
export async function findKept(source: KeptSource): Promise<string | undefined> {
  const folder = join(KEPT, nameOfKept(source));
  return (await touch(folder)) ? folder : undefined;
}

/** A new empty folder below the packages; it goes when it is stale, if not before. */
export async function scratchFolder(): Promise<string> {
  await mkdir(KEPT, { recursive: true });
  return mkdtemp(join(KEPT, 'scratch-'));
}

/** Notes that the folder is in use; false when it is not there. */
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
  // As deep as where it goes, for the paths in source maps.
  const making = await mkdtemp(join(KEPT, 'making-'));
  try {
    await options.make(making);
    const folder = join(KEPT, before.name);
    const after = stateOf(options);
    // Sources that changed meanwhile may be in it or not: it serves this once, and is removed when stale.
    if (after.name !== before.name || after.changedAt !== before.changedAt) return making;
    await rename(making, folder).catch(async (error: unknown) => {
      // Another process was quicker.
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
    // One that another process is making may have got its place by now.
    const { mtimeMs = Infinity } = (await stat(folder).catch(() => undefined)) ?? {};
    const lifetime = Object.entries(LIFETIMES).find(([prefix]) => name.startsWith(prefix))?.[1] ?? HOUR;
    if (Date.now() - mtimeMs <= lifetime) continue;
    // Out of its place first: what is there is complete, also when this is cut off.
    const leaving = join(KEPT, `leaving-${name}`);
    await rename(folder, leaving).catch(() => undefined);
    await rm(leaving, { recursive: true, force: true });
  }
}

/** To be compared with the state after the sources were read. */
export function stateOf(source: KeptSource): SourceState {
  const times = source.sources.flatMap(filesIn).map((file) => statSync(join(ROOT, file)).ctimeMs);
  return { name: nameOfKept(source), changedAt: Math.max(...times) };
}

/** The name of the folder in which it is kept. */
export function nameOfKept({ name, sources, key = '' }: KeptSource): string {
  return `${name}-${fingerprint(sources, key)}`;
}

/**
 * Of the names and contents of all sources, the key, and the place of the repository, whose paths bundles contain. Reading
 * small files in threads takes longer than reading them here.
 */
function fingerprint(sources: readonly string[], key: string): string {
  const whole = createHash('sha256').update(`${ROOT}\0${key}\0`);
  for (const file of sources.flatMap(filesIn)) {
    whole.update(`${file}\0`);
    whole.update(hash('sha256', readFileSync(join(ROOT, file)), 'buffer'));
  }
  return whole.digest('hex').slice(0, 32);
}

/** A file itself, or all below a folder, in one order on every machine. */
function filesIn(source: string): string[] {
  const path = join(ROOT, source);
  if (!statSync(path).isDirectory()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort();
}
