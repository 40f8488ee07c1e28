/** Bundles are kept until something that they are made of changes: most starts and synths find them ready. */
import { BUNDLE_SOURCES, PACKAGE_SOURCES } from './bundle-sources.ts';
import { bundleFunctions, bundlesIn, type Bundles } from './bundles.ts';
import { keptFolder } from './kept-folder.ts';
import { bundleLinkedFunctions, bundlePackages } from './linked-bundles.ts';

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
  const packages = await keptFolder({ name: 'packages', sources: PACKAGE_SOURCES, make: bundlePackages });
  const folder = await keptFolder({
    name: 'linked',
    sources: BUNDLE_SOURCES,
    make: (making) => bundleLinkedFunctions(making, packages),
  });
  return bundlesIn(folder);
}
