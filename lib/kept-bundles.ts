/** Bundles are kept until something that they are made of changes: most starts and synths find them ready. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleFunctions, bundlesIn, type Bundles } from './bundles.ts';

const ROOT = join(import.meta.dirname, '..');
const KEPT = join(ROOT, 'node_modules/.cache/svc-forms');

/** What the bundles are made of: our code, the packages that the lock names, and what bundles them. */
const SOURCES = ['lambdas', 'lib/bundles.ts', 'lib/at-build.ts', 'package-lock.json', 'tsconfig.json'];

/** Nobody reads from bundles any longer that were made of other sources so long ago. */
const STALE_MILLISECONDS = 3_600_000;

/**
 * The functions' bundles, made now unless they are there already. What is there is complete: bundles get their
 * place in one step, also when several processes make them at once.
 */
export async function keptBundles(): Promise<Bundles> {
  const folder = join(KEPT, await fingerprint());
  if (!(await exists(folder))) await make(folder);
  return bundlesIn(folder);
}

async function make(folder: string): Promise<void> {
  await mkdir(KEPT, { recursive: true });
  await removeStale();
  // As deep as where they go, for the paths in the source maps.
  const making = await mkdtemp(join(KEPT, 'making-'));
  try {
    await bundleFunctions(making);
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    // Another process was quicker.
    if (!(await exists(folder))) throw error;
  }
}

async function removeStale(): Promise<void> {
  for (const name of await readdir(KEPT)) {
    const folder = join(KEPT, name);
    // One that another process is making may have got its place by now.
    const { mtimeMs = Infinity } = (await stat(folder).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs > STALE_MILLISECONDS) await rm(folder, { recursive: true, force: true });
  }
}

/** Of the names and contents of all sources. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(SOURCES.map(filesIn))).flat()) {
    hash.update(`${file}\0`);
    hash.update(
      createHash('sha256')
        .update(await readFile(join(ROOT, file)))
        .digest(),
    );
  }
  return hash.digest('hex').slice(0, 32);
}

/** A file itself, or all below a folder, in one order on every machine. */
async function filesIn(source: string): Promise<string[]> {
  const path = join(ROOT, source);
  if (!(await stat(path)).isDirectory()) return [source];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort();
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
