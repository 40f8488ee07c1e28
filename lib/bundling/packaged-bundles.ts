/** Finds the function bundles that ship with the npm package. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundlesIn, type Bundles } from './bundles.ts';

/**
 * `build-package.ts` bundles this file into `dist/index.js` and writes the functions to `dist/functions`.
 */
const FOLDER = join(import.meta.dirname, 'functions');

/**
 * Returns the prebuilt bundles.
 * @throws Error when called in this repository, where the app bundles the functions during synthesis
 */
export function packagedBundles(): Bundles {
  if (!existsSync(FOLDER))
    throw new Error(
      'The functions are not bundled. Pass the result of keptBundles() to FormService as "bundles".',
    );
  return bundlesIn(FOLDER);
}
