/**
 * Imports the CDK app, or the code that bundles its functions, as a single bundle instead of hundreds of
 * TypeScript files.
 */
import { build, type Plugin } from 'esbuild';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as KeptBundles from './kept-bundles.ts';
import type * as LinkedApp from './linked-app.ts';
import type { LinkedGroup } from './linked-groups.ts';
import { placeOfSources, THIS_CHECKOUT } from './place-of-sources.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Modules that keep the bundle's own URL, because they look for files next to the bundle or define the first
 * line of other bundles.
 */
const AT_HOME_IN_BUNDLE = ['at-build.ts', 'require-banner.ts'].map((name) => join(import.meta.dirname, name));

/**
 * Excludes CDK's packages from the bundle and loads them with `require`, which only loads the parts in use.
 * An ES module import would load three times as much code.
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

/** Excludes esbuild from the bundle, because it looks for a file next to its code. */
const esbuildInPlace: Plugin = {
  name: 'esbuild-in-place',
  setup({ onResolve }) {
    const path = import.meta.resolve('esbuild');
    onResolve({ filter: /^esbuild$/ }, () => ({ path, external: true }));
  },
};

/**
 * Bundles the CDK app and imports it, which takes half as long as using a TypeScript loader.
 * @param folder receives the bundle
 */
export async function importLinkedApp(folder: string): Promise<typeof LinkedApp> {
  return (await importBundled(folder, 'linked-app', [])) as typeof LinkedApp;
}

/** Bundles and imports the code that bundles a group of functions, including its `*.at-build.ts` modules. */
export async function importCachedBundles(folder: string, group: LinkedGroup): Promise<typeof KeptBundles> {
  // Functions in the first group don't import these modules.
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
    plugins: [placeOfSources(AT_HOME_IN_BUNDLE), cdkInPlace, esbuildInPlace],
    banner: { js: THIS_CHECKOUT },
    logLevel: 'warning',
  });
  return import(pathToFileURL(join(folder, `${name}.mjs`)).href);
}
