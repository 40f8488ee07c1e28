/**
 * Bundles the runner and the programs of its threads into the folder that its argument names, and the functions that a
 * start calls where they are kept.
 */
import { build } from 'esbuild';
import { join } from 'node:path';
import { placeOfSources } from '../../lib/bundling/place-of-sources.ts';
import { REQUIRE_BANNER } from '../../lib/bundling/require-banner.ts';
import { bundleGroup } from '../synthesis/bundle-group.ts';
import { giveWay } from '../synthesis/run-process.ts';

const LOCAL = join(import.meta.dirname, '..');

/** It looks for its neighbours in the bundle. */
const WORKER_FILE = join(LOCAL, 'worker-file.ts');

const [outdir] = process.argv.slice(2);
if (outdir === undefined) throw new Error('bundle-runner FOLDER');
// The synthesis beside it has one thread, and takes longer.
giveWay(2);
const functions = bundleGroup('first').catch(() => {
  // The runner tries again, and says what is wrong.
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
  // Programs of threads share what they have in common with the runner.
  splitting: true,
  minify: true,
  keepNames: true,
  platform: 'node',
  target: 'node22.18',
  format: 'esm',
  mainFields: ['module', 'main'],
  // The runner reaches for files inside of it.
  external: ['fauxqs'],
  legalComments: 'none',
  plugins: [placeOfSources([WORKER_FILE])],
  banner: { js: REQUIRE_BANNER },
  logLevel: 'warning',
});
await functions;
