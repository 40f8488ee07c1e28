/** The form script, bundled and compressed at build time. */
import { compressionAt } from '../../lib/browser-files/packed-file.ts';
import { bundleScript } from '../../packages/forms/build/bundle-script.ts';

/** Content of the script, and the name that changes with it. */
export const SCRIPT = await bundleScript(compressionAt(import.meta.url));
