/**
 * Bundles all functions with one esbuild call, which takes 2 s. A separate call for each function would take
 * 15 to 20 s.
 */
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { operations } from '../../lambdas/api/operations.ts';
import { functionOf } from '../../lambdas/api/shared-functions.ts';
import type { Compression } from '../browser-files/packed-file.ts';
import { atBuild, type Evaluate } from './at-build.ts';
import { bundleFolder, type Bundles } from './bundle-folder.ts';
import { otherEntries } from './other-entries.ts';
import { ownSourceMap } from './own-source-map.ts';
import { REQUIRE_BANNER } from './require-banner.ts';

const ROOT = join(import.meta.dirname, '../..');
const LAMBDAS = join(ROOT, 'lambdas');

/**
 * Loads Node's built-in modules with `require` at run time, which saves about 20 ms per cold start. If an ES
 * module imports a built-in module, Node also loads parts that are rarely used, such as file streams and Web
 * Crypto.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_]+(\/[a-z]+)?$/ }, ({ path }) =>
      isBuiltin(path) ? { path: path.replace('node:', ''), namespace: 'lazy-builtins' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'lazy-builtins' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}');`,
      loader: 'js',
    }));
  },
};

/**
 * SDK credential providers that are only used on developer machines. Functions get their credentials from
 * environment variables or from an endpoint.
 */
const UNUSED_CREDENTIALS = /^@aws-sdk\/credential-provider-(ini|process|sso|web-identity)$/;

/**
 * Excludes the unused credential providers and their service clients, which make up an eighth of a bundle.
 * The SDK then tries the next provider.
 */
const credentialsOfFunctions: Plugin = {
  name: 'credentials-of-functions',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNUSED_CREDENTIALS }, ({ path }) => ({ path, namespace: 'no-credentials' }));
    onLoad({ filter: /.*/, namespace: 'no-credentials' }, () => ({
      contents: `
        const none = () => async () => {
          throw Object.assign(new Error('Lambda functions do not use these credentials'), { tryNextLink: true });
        };
        export { none as fromIni, none as fromProcess, none as fromSSO, none as fromTokenFile };`,
      loader: 'js',
    }));
  },
};

/**
 * Writes each dynamically imported module to its own file next to the function's bundle, so that it is only
 * loaded when needed. Otherwise, esbuild would include it in the bundle and slow down every cold start. The
 * file has its own copies of all classes, including the SDK's. It must therefore create its own clients, and
 * callers must recognize its errors by name.
 */
function lateImports(sources: Map<string, string>): Plugin {
  return {
    name: 'late-imports',
    setup({ onResolve }) {
      onResolve({ filter: /^\..*\.ts$/ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const file = `./${basename(path, '.ts')}.mjs`;
        sources.set(file, join(resolveDir, path));
        return { path: file, external: true };
      });
    },
  };
}

const ofOperations = Object.values(operations).map((operation) => functionOf(operation).entry);
const all: readonly string[] = [...new Set(ofOperations), ...otherEntries];

/** Returns the folder of each function's bundle below `outdir`. */
export const bundlesIn = (outdir: string): Bundles =>
  new Map(all.map((entry) => [entry, bundleFolder(outdir, entry)]));

/** esbuild options for minified ES modules that run in Node. */
export const bundleOptions = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  // Minification is safe because no code depends on function or class names. Errors set their names
  // explicitly (`override name`).
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  // Avoids escape sequences, which would make Cyrillic text three times as long.
  charset: 'utf8',
  banner: { js: REQUIRE_BANNER },
  logLevel: 'warning',
} as const satisfies BuildOptions;

export interface BundleFunctionsOptions {
  /** Plugins that change how imports are resolved. */
  readonly plugins?: readonly Plugin[];
  /** Compression level for browser files. Defaults to `best`. `quick` also keeps complete source maps. */
  readonly compression?: Compression;
  /** Entries to bundle. Defaults to all functions. */
  readonly entries?: readonly string[];
  /** Runs `*.at-build.ts` modules. Defaults to importing them. */
  readonly evaluate?: Evaluate;
  /** Whether to minify the bundles. Defaults to true. Bundling takes half as long without minification. */
  readonly minify?: boolean;
}

/**
 * Bundles functions and the AWS SDK into `outdir` as minified ES modules with source maps.
 * @returns esbuild's metafiles
 */
export async function bundleFunctions(
  outdir: string,
  { plugins = [], compression = 'best', entries = all, evaluate, minify = true }: BundleFunctionsOptions = {},
): Promise<readonly Metafile[]> {
  // Import esbuild only here, because the published package ships prebuilt bundles and doesn't depend on
  // esbuild.
  const { build } = await import('esbuild');
  const sources = new Map<string, string>();
  const options = {
    ...bundleOptions,
    outdir,
    minify,
    sourcemap: true,
    sourcesContent: false,
    plugins: [
      ...plugins,
      atBuild(compression, evaluate),
      lazyBuiltins,
      credentialsOfFunctions,
      lateImports(sources),
    ],
    metafile: true,
  } as const satisfies BuildOptions;

  const { metafile } = await build({
    ...options,
    entryPoints: entries.map((entry) => ({
      in: join(LAMBDAS, `${entry}.ts`),
      out: join(bundleFolder('', entry), 'index'),
    })),
  });
  const late = await build({ ...options, entryPoints: lateEntries(metafile, outdir, sources) });
  const metafiles = [metafile, late.metafile];
  if (compression === 'quick') return metafiles;
  const outputs = metafiles.flatMap((each) => Object.keys(each.outputs));
  for (const map of outputs.filter((path) => path.endsWith('.map'))) await keepOwnPlaces(map);
  return metafiles;
}

/**
 * Removes mappings to package code from a source map. They would make up 90% of the map, and half the size of
 * the deployment and the npm package.
 */
async function keepOwnPlaces(file: string): Promise<void> {
  const isOwn = (source: string): boolean =>
    !relative(ROOT, join(dirname(file), source)).startsWith('node_modules');
  await writeFile(file, ownSourceMap(await readFile(file, 'utf8'), isOwn));
}

/** Returns the dynamically imported modules, once for each bundle that imports them. */
function lateEntries({ outputs }: Metafile, outdir: string, sources: ReadonlyMap<string, string>) {
  return Object.entries(outputs).flatMap(([bundle, { imports }]) =>
    imports.flatMap(({ kind, path }) => {
      const source = kind === 'dynamic-import' ? sources.get(path) : undefined;
      if (source === undefined) return [];
      return [{ in: source, out: join(relative(outdir, dirname(bundle)), basename(path, '.mjs')) }];
    }),
  );
}
