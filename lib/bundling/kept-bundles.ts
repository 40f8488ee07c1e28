/**
 * Caches the functions' bundles until a source file changes, so that the service usually starts without
 * building them.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleFolder } from './bundle-folder.ts';
import { BUNDLE_SOURCES } from './bundle-sources.ts';
import type { Bundles } from './bundle-folder.ts';
import { bundleFunctions, bundlesIn } from './bundles.ts';
import { cachedFolder, type SourceState } from './kept-folder.ts';
import { bundleLinkedFunctions, bundlePackages } from './linked-bundles.ts';
import { mergedMetafile } from './merged-metafile.ts';
import { KEPT_PACKAGES, keptLinkedGroup, linkedGroupOf, type LinkedGroup } from './linked-groups.ts';

/** Name of the file in the bundles' folder that lists the bundles' contents. */
export const FUNCTIONS_METAFILE = 'metafile.json';

/** Returns the function bundles for deployment and builds them if they are not cached. */
export async function keptBundles(): Promise<Bundles> {
  return bundlesIn(await keptFunctions());
}

/** Returns the folder that contains the function bundles for deployment and `FUNCTIONS_METAFILE`. */
export async function keptFunctions(): Promise<string> {
  return cachedFolder({
    name: 'functions',
    sources: BUNDLE_SOURCES,
    make: async (making) => {
      const metafile = mergedMetafile(await bundleFunctions(making));
      await writeFile(join(making, FUNCTIONS_METAFILE), JSON.stringify(metafile));
    },
  });
}

/**
 * Returns the function bundles for local use and builds them if they are not cached. The functions share
 * their packages, so each thread loads a package only once, and bundling is eight times as fast.
 */
export async function keptLinkedBundles(): Promise<Bundles> {
  const folders = { first: await keptLinkedFolder('first'), later: await keptLinkedFolder('later') };
  return new Map(
    [...bundlesIn('').keys()].map((entry) => [entry, bundleFolder(folders[linkedGroupOf(entry)], entry)]),
  );
}

/**
 * Returns the folder that contains a group's bundles.
 * @param before as in `cachedFolder`, for callers that have already read the `*.at-build.ts` modules
 */
export async function keptLinkedFolder(group: LinkedGroup, before?: SourceState): Promise<string> {
  const packages = await cachedFolder({ ...KEPT_PACKAGES, make: bundlePackages });
  const entries = [...bundlesIn('').keys()].filter((entry) => linkedGroupOf(entry) === group);
  return cachedFolder({
    ...keptLinkedGroup(group),
    before,
    make: (making) => bundleLinkedFunctions(making, packages, { entries }),
  });
}
