/** The script for pages with forms, bundled and compressed when the functions are. */
import { compressionAt } from '../../lib/browser-files/packed-file.ts';
import { bundleScript } from '../../packages/forms/build/bundle-script.ts';

/** Its bytes and the name that changes with them. */
export const SCRIPT = await bundleScript(compressionAt(import.meta.url));
