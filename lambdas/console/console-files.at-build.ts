/** The console's files, bundled and compressed at build time. */
import { bundleConsole } from '../../console/build/bundle.ts';
import { compressionAt } from '../../lib/browser-files/packed-file.ts';

const files = await bundleConsole(compressionAt(import.meta.url));

/** The page that all screens start with. */
export const PAGE = files.page;
/** Scripts, styles, fonts and the logo, by name. */
export const ASSETS = files.assets;
/** Sizes that the budgets check, in bytes after gzip. */
export const SIZES = files.sizes;
