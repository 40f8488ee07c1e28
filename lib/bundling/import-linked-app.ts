/** Reads the CDK app, or what bundles its functions, hundreds of files of TypeScript, as one bundle. */
import { build, type Plugin } from 'esbuild';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as KeptBundles from './kept-bundles.ts';
import type * as LinkedApp from './linked-app.ts';
import type { LinkedGroup } from './linked-groups.ts';
import { placeOfSources } from './place-of-sources.ts';
import { REQUIRE_BANNER } from './require-banner.ts';

const ROOT = join(import.meta.dirname, '../..');

/** They look for their neighbours in the bundle, or hold text that a bundle begins with. */
const AT_HOME_IN_BUNDLE = ['at-build.ts', 'require-banner.ts'].map((name) => join(import.meta.dirname, name));

/**
 * Leaves CDK's packages where they are, and asks for them with `require`: so they load what is used of them, a third of
 * what an ES module makes them load, which imports every name at once.
 */
const cdkInPlace: Plugin = {
  name: 'cdk-in-place',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(aws-cdk-lib|constructs)(\/|$)/ }, ({ path, namespace }) =>
      namespace === 'in-place' ? { path, external: true } : { path, namespace: 'in-place' },
    );
    onLoad({ filter: /.*/, namespace: 'in-place' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};

/**
 * Bundles the app and imports it: in half the time that loaders of TypeScript take for it.
 * @param folder gets the bundle; somewhere below the packages
 */
export async function importLinkedApp(folder: string): Promise<typeof LinkedApp> {
  return (await importBundled(folder, 'linked-app', [])) as typeof LinkedApp;
}

/** The same for what bundles a group of functions, with the modules that run meanwhile. */
export async function importKeptBundles(folder: string, group: LinkedGroup): Promise<typeof KeptBundles> {
  // The functions of the first group have no such modules.
  const atBuild = group === 'first' ? [] : globSync('lambdas/**/*.at-build.ts', { cwd: ROOT });
  return (await importBundled(folder, 'kept-bundles', atBuild)) as typeof KeptBundles;
}

async function importBundled(folder: string, name: string, atBuild: readonly string[]): Promise<unknown> {
  await build({
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    entryPoints: [join(import.meta.dirname, `${name}.ts`), ...atBuild.map((path) => join(ROOT, path))].map(
      (path) => ({ in: path, out: basename(path, '.ts') }),
    ),
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node22.18',
    format: 'esm',
    mainFields: ['module', 'main'],
    // It reaches for a file beside it.
    external: ['esbuild'],
    plugins: [placeOfSources(AT_HOME_IN_BUNDLE), cdkInPlace],
    banner: { js: REQUIRE_BANNER },
    logLevel: 'warning',
  });
  return import(pathToFileURL(join(folder, `${name}.mjs`)).href);
}
