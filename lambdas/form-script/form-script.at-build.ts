/** Bundles and compresses the form script at build time. */
import { compressionAt } from '../../lib/browser-files/packed-file.ts';
import { bundleScript } from '../../packages/forms/build/bundle-script.ts';

/** The script's content, and a name that changes with the content. */
export const SCRIPT = await bundleScript(compressionAt(import.meta.url));
