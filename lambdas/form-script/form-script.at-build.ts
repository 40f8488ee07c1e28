/** The script for pages with forms, bundled and compressed when the functions are. */
import { join } from 'node:path';
import { printedJson } from '../../lib/browser-files/printed-json.ts';
import type { FormScript } from '../../packages/forms/build/bundle-script.ts';

/** Its bytes and the name that changes with them. */
export const SCRIPT = printedJson(
  join(import.meta.dirname, '../../packages/forms/build/bundle-script.ts'),
) as FormScript;
