/** The functions' bundles as they come with the packed service. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundlesIn, type Bundles } from '../bundling/bundles.ts';

/** `build-package.ts` puts them beside the one file that this one is bundled into. */
const FOLDER = join(import.meta.dirname, 'functions');

/** @throws Error in this repository, whose own app bundles the functions when it synthesises */
export function packagedBundles(): Bundles {
  if (!existsSync(FOLDER))
    throw new Error('The functions are not bundled: give FormService the "bundles" of keptBundles().');
  return bundlesIn(FOLDER);
}
