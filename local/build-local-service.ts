/** Builds what `svc-forms start` runs: the runner, and the template with a local stage's settings. */
import type { Metafile } from 'esbuild';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleRunner } from './launch/runner-bundle.ts';
import { readSettings } from './runner-settings.ts';
import { Steps } from './steps.ts';
import { prepareAssembly } from './synthesis/synthesise.ts';

/**
 * Builds the folders `local` and `assembly` in `dist` for `startPackage`. Bundles the functions in the same
 * way as for a deployment.
 * @returns esbuild's metafile for the runner's bundle
 */
export async function buildLocalService(dist: string): Promise<Metafile> {
  const { context } = readSettings([], {});
  const [assembly, metafile] = await Promise.all([
    prepareAssembly(context, new Steps({ quiet: true })),
    bundleRunner(join(dist, 'local'), { main: 'start-package' }),
  ]);
  await mkdir(join(dist, 'assembly'), { recursive: true });
  for (const name of ['stack-name', 'svc-forms-local.template.json', 'svc-forms-local.assets.json'])
    await cp(join(assembly, name), join(dist, 'assembly', name));
  return metafile;
}
