/** Bundles the minimal handler in `floor-handler.ts`, using the same options as for AWS. */
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundleOptions } from '../../../lib/bundling/bundles.ts';

/** Synthesizes the stack for tests into `folder`. This process and its children then use it. */
export function synthesiseTestStack(folder: string): void {
  const assembly = join(folder, 'assembly');
  const program = 'test/support/assembly/synthesise.ts';
  spawnSync(process.execPath, ['--import', 'tsx', program, assembly], { stdio: 'inherit' });
  process.env['SVC_TEST_ASSEMBLY'] = assembly;
}

/**
 * Bundles the minimal handler.
 * @returns the path of the bundle in `folder`
 */
export async function bundleFloor(folder: string): Promise<string> {
  await build({
    ...bundleOptions,
    entryPoints: [{ in: join(import.meta.dirname, 'floor-handler.ts'), out: 'floor' }],
    outdir: folder,
  });
  return join(folder, 'floor.mjs');
}
