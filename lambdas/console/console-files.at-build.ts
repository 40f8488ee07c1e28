/** The console's files, bundled and compressed when the functions are: by a program of its own, for esbuild runs in no test. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { ConsoleFiles } from '../../console/build/bundle.ts';

const PROGRAM = join(import.meta.dirname, '../../console/build/print-files.ts');
const MOST_BYTES = 16 * 1024 * 1024;

const printed = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
  encoding: 'utf8',
  maxBuffer: MOST_BYTES,
  env: { ...process.env, NODE_OPTIONS: '' },
});
const files = JSON.parse(printed) as ConsoleFiles;

/** The page that every screen begins with. */
export const PAGE = files.page;
/** Scripts, styles, fonts and the mark, by name. */
export const ASSETS = files.assets;
/** What the budgets count, in bytes after gzip. */
export const SIZES = files.sizes;
