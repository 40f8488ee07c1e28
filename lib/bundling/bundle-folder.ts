/** Defines the folder names for the function bundles. */
import { join } from 'node:path';

/** Maps each function's entry, such as `forms/create-form`, to its bundle folder. */
export type Bundles = ReadonlyMap<string, string>;

/**
 * Returns the folder of a function's bundle. All these folders are directly in `outdir`, so that every bundle
 * can import files next to `outdir` by the same relative path.
 * @param entry a function's entry, for example `forms/create-form`
 */
export const bundleFolder = (outdir: string, entry: string): string =>
  join(outdir, entry.replaceAll('/', '__'));

/** Returns the entry of the function that is bundled in a folder with this name. */
export const entryOfFolder = (name: string): string => name.replaceAll('__', '/');
