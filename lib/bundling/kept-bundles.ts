/** Bundles are kept until something that they are made of changes: most starts and synths find them ready. */
import { join } from 'node:path';
import { BUNDLE_SOURCES } from './bundle-sources.ts';
import { bundleFunctions, bundlesIn, type Bundles } from './bundles.ts';
import { keptFolder, type SourceState } from './kept-folder.ts';
import { bundleLinkedFunctions, bundlePackages } from './linked-bundles.ts';
import { KEPT_PACKAGES, keptLinkedGroup, linkedGroupOf, type LinkedGroup } from './linked-groups.ts';

/** The functions' bundles as they are deployed, made now unless they are there already. */
export async function keptBundles(): Promise<Bundles> {
  const folder = await keptFolder({
    name: 'functions',
    sources: BUNDLE_SOURCES,
    make: (making) => bundleFunctions(making),
  });
  return bundlesIn(folder);
}

/**
 * The functions' bundles for this machine, where they share the packages that they use: those are read once for all
 * functions of a thread, and bundling takes an eighth of the time.
 */
export async function keptLinkedBundles(): Promise<Bundles> {
  const folders = { first: await keptLinkedFolder('first'), later: await keptLinkedFolder('later') };
  return new Map(
    [...bundlesIn('').keys()].map((entry) => [entry, join(folders[linkedGroupOf(entry)], entry)]),
  );
}

/**
 * The folder with the bundles of one group, by their entries.
 * @param before as for `keptFolder`, when modules that run while functions are bundled were read before
 */
export async function keptLinkedFolder(group: LinkedGroup, before?: SourceState): Promise<string> {
  const packages = await keptFolder({ ...KEPT_PACKAGES, make: bundlePackages });
  const entries = [...bundlesIn('').keys()].filter((entry) => linkedGroupOf(entry) === group);
  return keptFolder({
    ...keptLinkedGroup(group),
    before,
    make: (making) => bundleLinkedFunctions(making, packages, { entries }),
  });
}
