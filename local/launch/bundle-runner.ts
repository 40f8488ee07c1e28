/**
 * Bundles the runner and its thread programs into the folder passed as an argument, and caches the bundles of
 * functions needed at startup.
 */
import { CHECKOUT_OF_MAIN, placeOfSources } from '../../lib/bundling/place-of-sources.ts';
import { bundleGroup } from '../synthesis/bundle-group.ts';
import { lowerPriority } from '../synthesis/run-process.ts';
import { bundleRunner, WORKER_FILE } from './runner-bundle.ts';

const [outdir] = process.argv.slice(2);
if (outdir === undefined) throw new Error('usage: bundle-runner FOLDER');
// Lower this process's priority in favor of the synthesis, which runs in parallel and takes longer because
// it's single-threaded.
lowerPriority(2);
const functions = bundleGroup('first').catch(() => {
  // Ignore the error, because the runner bundles the functions again and reports any error.
});
await bundleRunner(outdir, {
  main: 'start',
  plugins: [placeOfSources([WORKER_FILE])],
  banner: CHECKOUT_OF_MAIN,
});
await functions;
