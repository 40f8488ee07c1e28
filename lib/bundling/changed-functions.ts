/** Rebuilds the bundles of functions when their sources change. */
import { build, context, type BuildContext, type Metafile } from 'esbuild';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Evaluate } from './at-build.ts';
import { bundleOptions, bundlesIn } from './bundles.ts';
import { cachedFolder, scratchFolder } from './kept-folder.ts';
import { bundleLinkedFunctions, bundlePackages } from './linked-bundles.ts';
import { KEPT_PACKAGES } from './linked-groups.ts';
import { placeOfSources, THIS_CHECKOUT } from './place-of-sources.ts';

const ROOT = join(import.meta.dirname, '../..');

const SITE = 'lambdas/api/documentation/site/site.at-build.ts';

/**
 * Path prefixes of files that are read during bundling, but not imported, each with the module that reads
 * them.
 */
export const READERS = [
  ['console/', 'console/build/bundle.ts'],
  ['packages/forms/', 'packages/forms/build/bundle-script.ts'],
  ['console/theme.css', SITE],
  ['console/shell/mark.svg', SITE],
  ['CHANGELOG.md', SITE],
  ['docs/', SITE],
  ['lambdas/api/documentation/site/browser/', SITE],
] as const;

export interface Rebuilt {
  readonly folder: string;
  readonly entries: readonly string[];
}

export class ChangedFunctions {
  /**
   * A build context that finds imports and syntax errors. Its output is discarded. esbuild only rereads files
   * that have changed.
   */
  readonly #graph: BuildContext<{ metafile: true }>;
  readonly #packages: string;
  /** Exports of `*.at-build.ts` modules, keyed by path. */
  readonly #evaluated = new Map<string, ReturnType<Evaluate>>();
  /** Changed files that have not been bundled yet. */
  readonly #changed = new Set<string>();

  private constructor(graph: BuildContext<{ metafile: true }>, packages: string) {
    this.#graph = graph;
    this.#packages = packages;
  }

  static async prepare(): Promise<ChangedFunctions> {
    const packages = await cachedFolder({ ...KEPT_PACKAGES, make: bundlePackages });
    const graph = await context({
      absWorkingDir: ROOT,
      entryPoints: entries.map(sourceOf),
      outdir: 'nowhere',
      write: false,
      metafile: true,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'silent',
    });
    return new ChangedFunctions(graph, packages);
  }

  /**
   * Rebuilds the functions affected by these changes and by earlier changes that couldn't be built.
   * @param changed paths relative to the repository, for example `lambdas/core/ids.ts`
   * @throws esbuild's BuildFailure for a syntax error, or any error thrown by an `*.at-build.ts` module
   */
  async rebuild(changed: readonly string[]): Promise<Rebuilt | undefined> {
    for (const path of changed) this.#changed.add(path);
    const { metafile } = await this.#graph.rebuild();
    const reached = reachedFrom(metafile, this.#changed);
    const affected = entries.filter((entry) => reached.has(sourceOf(entry)));
    for (const path of reached) this.#evaluated.delete(join(ROOT, path));
    if (affected.length === 0) {
      this.#changed.clear();
      return undefined;
    }
    const folder = await scratchFolder();
    try {
      const options = { entries: affected, evaluate: this.#evaluate, minify: false };
      await bundleLinkedFunctions(folder, this.#packages, options);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    this.#changed.clear();
    return { folder, entries: affected };
  }

  readonly #evaluate: Evaluate = (path) => {
    const evaluated = this.#evaluated.get(path) ?? evaluateAgain(path);
    this.#evaluated.set(path, evaluated);
    // Forget failed modules, so that they run again the next time they are needed.
    evaluated.catch(() => this.#evaluated.delete(path));
    return evaluated;
  };
}

const entries = [...bundlesIn('').keys()];
const sourceOf = (entry: string): string => `lambdas/${entry}.ts`;

/** Returns the changed files and all modules that import them, directly or indirectly. */
function reachedFrom({ inputs }: Metafile, changed: Iterable<string>): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const [importer, { imports }] of Object.entries(inputs))
    for (const { path } of imports) importers.set(path, [...(importers.get(path) ?? []), importer]);
  const reached = new Set(changed);
  // This loop also visits paths that are added to the set while it runs.
  for (const path of reached) {
    for (const importer of importers.get(path) ?? []) reached.add(importer);
    for (const [start, reader] of READERS) if (path.startsWith(start)) reached.add(reader);
  }
  return reached;
}

/**
 * Runs the current version of a module and its imports in a worker thread. In the main thread, every version
 * would stay in memory.
 */
async function evaluateAgain(path: string): Promise<Record<string, unknown>> {
  const folder = await scratchFolder();
  try {
    const outfile = join(folder, 'module.mjs');
    await build({
      ...bundleOptions,
      entryPoints: [path],
      outfile,
      outExtension: {},
      minify: false,
      packages: 'external',
      plugins: [placeOfSources([])],
      banner: { js: THIS_CHECKOUT },
      logLevel: 'silent',
    });
    const worker = new Worker(EVALUATION, { eval: true, workerData: `${pathToFileURL(outfile).href}?quick` });
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const EVALUATION = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData).then((module) => parentPort.postMessage({ ...module }));
`;
