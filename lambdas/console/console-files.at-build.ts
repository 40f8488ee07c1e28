/** The console's files, bundled and compressed when the functions are. */
import { bundleConsole } from '../../console/build/bundle.ts';
import { compressionAt } from '../../lib/browser-files/packed-file.ts';

const files = await bundleConsole(compressionAt(import.meta.url));

/** The page that every screen begins with. */
export const PAGE = files.page;
/** Scripts, styles, fonts and the mark, by name. */
export const ASSETS = files.assets;
/** What the budgets count, in bytes after gzip. */
export const SIZES = files.sizes;
