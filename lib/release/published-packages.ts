/** Lists the packages that a release contains in addition to the service's own package. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Folders of the packages, relative to the repository's root. */
export const PACKAGES: readonly string[] = readdirSync(join(ROOT, 'packages'))
  .toSorted()
  .map((name) => `packages/${name}`);
