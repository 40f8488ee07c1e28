/** Builds the service's npm package, then packs it together with the packages in `packages/`. */
import { npm } from './npm.ts';
import { PACKAGES } from './published-packages.ts';
import type { Release } from './release-steps.ts';

/** Writes one tarball for each package. npm chooses the file names. */
export function packPackages({ folder }: Release): void {
  npm(['run', '-s', 'build']);
  for (const source of ['dist/service', ...PACKAGES])
    npm(['pack', `./${source}`, '--silent', '--pack-destination', folder]);
}
