/** Reads the service version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

// The build bundles this file into `dist/index.js`, which is also one folder below `package.json`.
const PACKAGE_JSON = join(import.meta.dirname, '../package.json');

/** Returns the `version` from `package.json`. */
export function serviceVersion(file = PACKAGE_JSON): string {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
