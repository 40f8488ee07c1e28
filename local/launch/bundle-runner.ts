/**
 * Bundles the runner and its thread programs into the folder given as an argument, and the functions needed
 * at startup into their cache.
 */
import { build } from 'esbuild';
import { join } from 'node:path';
import { placeOfSources } from '../../lib/bundling/place-of-sources.ts';
import { REQUIRE_BANNER } from '../../lib/bundling/require-banner.ts';
import { bundleGroup } from '../synthesis/bundle-group.ts';
import { lowerPriority } from '../synthesis/run-process.ts';

const LOCAL = join(import.meta.dirname, '..');

/** This module looks for the thread programs next to the bundle. */
const WORKER_FILE = join(LOCAL, 'worker-file.ts');

const [outdir] = process.argv.slice(2);
if (outdir === undefined) throw new Error('bundle-runner FOLDER');
// The synthesis runs in parallel, uses one thread, and takes longer.
lowerPriority(2);
const functions = bundleGroup('first').catch(() => {
  // The runner tries again and reports the error.
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
  // The thread programs share code with the runner.
  splitting: true,
  minify: true,
  keepNames: true,
  platform: 'node',
  target: 'node22.18',
  format: 'esm',
  mainFields: ['module', 'main'],
  // The runner uses internal files from this package.
  external: ['fauxqs'],
  legalComments: 'none',
  plugins: [placeOfSources([WORKER_FILE])],
  banner: { js: REQUIRE_BANNER },
  logLevel: 'warning',
});
await functions;
