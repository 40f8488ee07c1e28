/** Finds the function bundles that ship with the npm package. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundles } from './bundle-folder.ts';
import { bundlesIn } from './bundles.ts';
import { unpackFunctions } from './packed-functions.ts';

/** `build-package.ts` bundles this file into `dist/index.js` and writes the functions next to it. */
const PACKED = join(import.meta.dirname, 'functions.json.br');

let unpacked: Bundles | undefined;

/**
 * Returns the prebuilt bundles, which are unpacked once per process.
 * @throws Error when called in this repository, where the app bundles the functions during synthesis
 */
export function packagedBundles(): Bundles {
  if (!existsSync(PACKED))
    throw new Error(
      'The functions are not bundled. Pass the result of keptBundles() to FormService as "bundles".',
    );
  unpacked ??= bundlesIn(unpackFunctions(PACKED));
  return unpacked;
}
