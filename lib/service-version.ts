/** Reads and compares versions of the service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

// This path also works in the npm package, where this file is bundled into `dist/index.js`.
const PACKAGE_JSON = join(import.meta.dirname, '../package.json');

/** Returns the `version` from `package.json`. */
export function serviceVersion(file = PACKAGE_JSON): string {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

/** Matches the start of a version, for example `1.0.0`. */
export const VERSION = /^(\d+)\.(\d+)\.(\d+)/;

/** Returns whether a version is newer than another. Compares only the three numbers. */
export function isNewer(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => (VERSION.exec(version) ?? []).slice(1).map(Number));
  const index = left?.findIndex((part, at) => part !== right?.[at]) ?? -1;
  return index >= 0 && (left?.[index] ?? 0) > (right?.[index] ?? 0);
}
