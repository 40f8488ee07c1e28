/** The functions' code: one esbuild call for all of them (2 s; one call for each took 15 to 20 s). */
import { build, type Plugin } from 'esbuild';
import { join } from 'node:path';
import { entryOf, operations } from '../lambdas/operations.ts';
import { atBuild } from './at-build.ts';

const LAMBDAS = join(import.meta.dirname, '../lambdas');

/** Functions that no HTTP operation stands for. */
export const otherEntries = [
  'service/unmatched',
  'events/fan-out',
  'events/deliver',
  'events/retry',
  'events/count-submissions',
] as const;

/** Folder of each function's bundle, by its entry: `forms/create-form`. */
export type Bundles = ReadonlyMap<string, string>;

/**
 * Node loads the lazy parts of `node:http` when it is imported as an ES module; asking for the module at run
 * time instead saves about 14 ms of every cold start.
 */
const lazyHttp: Plugin = {
  name: 'lazy-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?https?$/ }, ({ path }) => ({
      path: path.replace('node:', ''),
      namespace: 'lazy-http',
    }));
    onLoad({ filter: /.*/, namespace: 'lazy-http' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}');`,
      loader: 'js',
    }));
  },
};

/** Bundles every function into `outdir`, the AWS SDK included, as minified ES modules with source maps. */
export async function bundleFunctions(outdir: string): Promise<Bundles> {
  const entries = [...Object.values(operations).map(entryOf), ...otherEntries];
  await build({
    entryPoints: entries.map((entry) => ({ in: join(LAMBDAS, `${entry}.ts`), out: join(entry, 'index') })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    keepNames: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    plugins: [atBuild, lazyHttp],
    // Some of the bundled packages are CommonJS and ask for Node's own modules with `require`.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
  return new Map(entries.map((entry) => [entry, join(outdir, entry)]));
}
