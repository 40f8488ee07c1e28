/** Builds the npm package's `package.json`, which differs from this repository's own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const manifest = z.object({
  version: z.string(),
  description: z.string(),
  license: z.string(),
  sideEffects: z.boolean(),
  engines: z.record(z.string(), z.string()),
  dependencies: z.object({ zod: z.string() }),
  peerDependencies: z.record(z.string(), z.string()),
});

/**
 * Returns the manifest of `@svc-forms/service`. The package contains its dependencies, except for the
 * dependencies of its type declarations. Packages that only this repository needs must not be installed into
 * an app. For example, this repository's `node_modules/.bin/node` would replace the app's own Node in npm
 * scripts.
 */
export async function publishedManifest(): Promise<Record<string, unknown>> {
  const file = join(import.meta.dirname, '../../package.json');
  const root = manifest.parse(JSON.parse(await readFile(file, 'utf8')));
  const { version, description, license, sideEffects, engines, dependencies, peerDependencies } = root;
  return {
    name: '@svc-forms/service',
    version,
    description,
    license,
    type: 'module',
    sideEffects,
    engines,
    exports: {
      '.': { types: './dist/types/lib/package/published.d.ts', default: './dist/index.js' },
      './forms.schema.json': './forms.schema.json',
    },
    bin: { 'svc-forms': 'dist/svc-forms.js' },
    dependencies: { zod: dependencies.zod },
    peerDependencies,
    // Make peer dependencies optional, because the operator's commands don't need CDK.
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(peerDependencies).map((name) => [name, { optional: true }]),
    ),
  };
}
