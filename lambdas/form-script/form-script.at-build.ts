/** Bundles and compresses the form script and its solver at build time. */
import { compressionAt } from '../../lib/browser-files/packed-file.ts';
import { bundleScript, bundleSolver } from '../../packages/forms/build/bundle-script.ts';

/** The script's content, and a name that changes with the content. */
export const SCRIPT = await bundleScript(compressionAt(import.meta.url));

/** The solver for the service's own challenge, which the script loads when a form needs it. */
export const SOLVER = await bundleSolver(compressionAt(import.meta.url));
