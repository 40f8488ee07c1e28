/** Bundles are kept until something that they are made of changes: most starts and synths find them ready. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleFunctions, bundlesIn, type Bundles } from './bundles.ts';

const ROOT = join(import.meta.dirname, '../..');
const KEPT = join(ROOT, 'node_modules/.cache/svc-forms');

/** What the bundles are made of: our code, the packages that npm has installed, and what bundles them. */
const SOURCES = [
  'lambdas',
  'console',
  'packages/forms',
  'lib/browser-files',
  'lib/bundling/bundles.ts',
  'lib/bundling/at-build.ts',
  'node_modules/.package-lock.json',
  'tsconfig.json',
];

/** Bundles that nobody has asked for so long are removed when others are made. */
const STALE_MILLISECONDS = 3_600_000;

/**
 * The functions' bundles, made now unless they are there already. What is there is complete: bundles get their
 * place in one step, also when several processes make them at once.
 */
export async function keptBundles(): Promise<Bundles> {
  const folder = join(KEPT, await fingerprint());
  if (!(await wasKept(folder))) return make();
  return bundlesIn(folder);
}

async function make(): Promise<Bundles> {
  await mkdir(KEPT, { recursive: true });
  await removeStale();
  // As deep as where they go, for the paths in the source maps.
  const making = await mkdtemp(join(KEPT, 'making-'));
  try {
    const before = await fingerprint();
    await bundleFunctions(making);
    const folder = join(KEPT, before);
    // Nobody can tell what bundles are of whose sources changed meanwhile: they serve this once, and go when stale.
    if ((await fingerprint()) !== before) return bundlesIn(making);
    await rename(making, folder).catch(async (error: unknown) => {
      // Another process was quicker.
      if (!(await wasKept(folder))) throw error;
      await rm(making, { recursive: true, force: true });
    });
    return bundlesIn(folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

/** Whether they are there; notes that they were asked for. */
async function wasKept(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(
    () => true,
    () => false,
  );
}

async function removeStale(): Promise<void> {
  for (const name of await readdir(KEPT)) {
    const folder = join(KEPT, name);
    // One that another process is making may have got its place by now.
    const { mtimeMs = Infinity } = (await stat(folder).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs <= STALE_MILLISECONDS) continue;
    // Out of its place first: what is there is complete, also when this is cut off.
    const leaving = join(KEPT, `leaving-${name}`);
    await rename(folder, leaving).catch(() => undefined);
    await rm(leaving, { recursive: true, force: true });
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
