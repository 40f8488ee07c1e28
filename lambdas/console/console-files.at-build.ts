/** Bundles and compresses the console's files at build time. */
import { bundleConsole } from '../../console/build/bundle.ts';
import { compressionAt } from '../../lib/browser-files/packed-file.ts';

const files = await bundleConsole(compressionAt(import.meta.url));

/** The HTML page for all of the console's screens. */
export const PAGE = files.page;
/** Scripts, styles, fonts and the logo, by file name. */
export const ASSETS = files.assets;
/** Gzipped sizes in bytes, which are checked against the console's size budgets. */
export const SIZES = files.sizes;
