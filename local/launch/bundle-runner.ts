/**
 * Bundles the runner and its thread programs into the folder passed as an argument, and caches the bundles of
 * functions needed at startup.
 */
import { build } from 'esbuild';
import { join } from 'node:path';
import { CHECKOUT_OF_MAIN, placeOfSources } from '../../lib/bundling/place-of-sources.ts';
import { REQUIRE_BANNER } from '../../lib/bundling/require-banner.ts';
import { bundleGroup } from '../synthesis/bundle-group.ts';
import { lowerPriority } from '../synthesis/run-process.ts';

const LOCAL = join(import.meta.dirname, '..');

/** Not inlined, because this module looks for the thread programs next to the bundle. */
const WORKER_FILE = join(LOCAL, 'worker-file.ts');

const [outdir] = process.argv.slice(2);
if (outdir === undefined) throw new Error('bundle-runner FOLDER');
// Gives priority to the synthesis, which runs in parallel, uses one thread, and takes longer.
lowerPriority(2);
const functions = bundleGroup('first').catch(() => {
  // Ignore the error. The runner bundles the functions again and reports any error then.
});
await build({
  outdir,
  outExtension: { '.js': '.mjs' },
  entryPoints: {
    start: join(LOCAL, 'start.ts'),
    'functions/function-worker': join(LOCAL, 'functions/function-worker.ts'),
    'edge/edge-thread': join(LOCAL, 'edge/edge-thread.ts'),
  },
  bundle: true,
  // Avoids duplicating code that the thread programs share with the runner.
  splitting: true,
  minify: true,
  keepNames: true,
  platform: 'node',
  target: 'node22.18',
  format: 'esm',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  plugins: [placeOfSources([WORKER_FILE])],
  banner: { js: `${REQUIRE_BANNER}${CHECKOUT_OF_MAIN}` },
  logLevel: 'warning',
});
await functions;
