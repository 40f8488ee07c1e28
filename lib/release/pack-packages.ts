/** Builds the service's package, and packs it and the packages in `packages/`. */
import { npm } from './npm.ts';
import { PACKAGES } from './published-packages.ts';
import type { Release } from './release-steps.ts';

/** Writes a tarball of each package, named by npm. */
export function packPackages({ folder }: Release): void {
  npm(['run', '-s', 'build']);
  for (const source of ['dist/service', ...PACKAGES])
    npm(['pack', `./${source}`, '--silent', '--pack-destination', folder]);
}
