/** The console's files, which are bundled and compressed at build time. */
import { bundleConsole } from '../../console/build/bundle.ts';
import { compressionAt } from '../../lib/browser-files/packed-file.ts';

const files = await bundleConsole(compressionAt(import.meta.url));

/** HTML page for all screens of the console. */
export const PAGE = files.page;
/** Scripts, styles, fonts and the logo, by file name. */
export const ASSETS = files.assets;
/** Gzipped sizes that the budgets check, in bytes. */
export const SIZES = files.sizes;
