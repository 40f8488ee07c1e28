/** Bundles the bare handler of `floor-handler.ts` the same way as for AWS. */
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundleOptions } from '../../../lib/bundling/bundles.ts';

/** Synthesizes the tests' stack into `folder` and lets this process and its children find it. */
export function synthesiseTestStack(folder: string): void {
  const assembly = join(folder, 'assembly');
  const program = 'test/support/assembly/synthesise.ts';
  spawnSync(process.execPath, ['--import', 'tsx', program, assembly], { stdio: 'inherit' });
  process.env['SVC_TEST_ASSEMBLY'] = assembly;
}

/** @returns the bundle's path in `folder` */
export async function bundleFloor(folder: string): Promise<string> {
  await build({
    ...bundleOptions,
    entryPoints: [{ in: join(import.meta.dirname, 'floor-handler.ts'), out: 'floor' }],
    outdir: folder,
  });
  return join(folder, 'floor.mjs');
}
