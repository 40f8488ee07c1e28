/** The console's files, bundled and compressed when the functions are. */
import { join } from 'node:path';
import type { ConsoleFiles } from '../../console/build/bundle.ts';
import { printedJson } from '../../lib/browser-files/printed-json.ts';

const files = printedJson(join(import.meta.dirname, '../../console/build/print-files.ts')) as ConsoleFiles;

/** The page that every screen begins with. */
export const PAGE = files.page;
/** Scripts, styles, fonts and the mark, by name. */
export const ASSETS = files.assets;
/** What the budgets count, in bytes after gzip. */
export const SIZES = files.sizes;
