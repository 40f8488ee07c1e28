/** The functions' code: one esbuild call for all of them (2 s; one call for each took 15 to 20 s). */
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { entryOf, operations } from '../../lambdas/api/operations.ts';
import type { Compression } from '../browser-files/packed-file.ts';
import { atBuild, type Evaluate } from './at-build.ts';
import { otherEntries } from './other-entries.ts';
import { ownSourceMap } from './own-source-map.ts';
import { REQUIRE_BANNER } from './require-banner.ts';

const ROOT = join(import.meta.dirname, '../..');
const LAMBDAS = join(ROOT, 'lambdas');

/** Folder of each function's bundle, by its entry: `forms/create-form`. */
export type Bundles = ReadonlyMap<string, string>;

/**
 * Node loads the lazy parts of its own modules (streams of files, the servers of HTTP, Web Crypto) when they are imported
 * by an ES module; asking for the modules at run time instead saves about 20 ms of every cold start.
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

/** Where the SDK looks for credentials on machines of people; a function has its own in its environment, or where that says. */
const UNUSED_CREDENTIALS = /^@aws-sdk\/credential-provider-(ini|process|sso|web-identity)$/;

/** Leaves these out, with the clients of the services that they ask: an eighth of a bundle. The SDK goes on to the next. */
const credentialsOfFunctions: Plugin = {
  name: 'credentials-of-functions',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNUSED_CREDENTIALS }, ({ path }) => ({ path, namespace: 'no-credentials' }));
    onLoad({ filter: /.*/, namespace: 'no-credentials' }, () => ({
      contents: `
        const none = () => async () => {
          throw Object.assign(new Error('A function has no such credentials'), { tryNextLink: true });
        };
        export { none as fromIni, none as fromProcess, none as fromSSO, none as fromTokenFile };`,
      loader: 'js',
    }));
  },
};

/**
 * What is imported while a function runs becomes a file of its own beside the function's bundle, so that it costs
 * nothing before it is needed; esbuild would put it into the bundle, to be read at every cold start.
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

const all: readonly string[] = [...Object.values(operations).map(entryOf), ...otherEntries];

/** Where `bundleFunctions` puts them. */
export const bundlesIn = (outdir: string): Bundles =>
  new Map(all.map((entry) => [entry, join(outdir, entry)]));

/** Minified ES modules that Node can run. */
export const bundleOptions = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  // Nothing goes by the names of functions and classes: errors say their own (`override name`).
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  // Cyrillic in escapes would be three times as long.
  charset: 'utf8',
  banner: { js: REQUIRE_BANNER },
  logLevel: 'warning',
} as const satisfies BuildOptions;

export interface BundleFunctionsOptions {
  /** They resolve some of the imports otherwise. */
  readonly plugins?: readonly Plugin[];
  /** Of the files for browsers; the best when absent. `quick` leaves the maps whole, too. */
  readonly compression?: Compression;
  /** Those that are bundled; every function when absent. */
  readonly entries?: readonly string[];
  /** Runs modules `*.at-build.ts`; imports them when absent. */
  readonly evaluate?: Evaluate;
  /** Bundling takes half the time without. */
  readonly minify?: boolean;
}

/** Bundles functions into `outdir`, the AWS SDK included, as minified ES modules with source maps. */
export async function bundleFunctions(
  outdir: string,
  { plugins = [], compression = 'best', entries = all, evaluate, minify = true }: BundleFunctionsOptions = {},
): Promise<void> {
  // Who uses the packed service has its bundles, and no bundler.
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
    entryPoints: entries.map((entry) => ({ in: join(LAMBDAS, `${entry}.ts`), out: join(entry, 'index') })),
  });
  const late = await build({ ...options, entryPoints: lateEntries(metafile, outdir, sources) });
  if (compression === 'quick') return;
  const outputs = Object.keys({ ...metafile.outputs, ...late.metafile.outputs });
  for (const map of outputs.filter((path) => path.endsWith('.map'))) await keepOwnPlaces(map);
}

/** Leaves out of a map what leads into packages: nine tenths of it, half of what is deployed and packed. */
async function keepOwnPlaces(file: string): Promise<void> {
  const isOwn = (source: string): boolean =>
    !relative(ROOT, join(dirname(file), source)).startsWith('node_modules');
  await writeFile(file, ownSourceMap(await readFile(file, 'utf8'), isOwn));
}

/** The late modules, each beside every bundle that imports it. */
function lateEntries({ outputs }: Metafile, outdir: string, sources: ReadonlyMap<string, string>) {
  return Object.entries(outputs).flatMap(([bundle, { imports }]) =>
    imports.flatMap(({ kind, path }) => {
      const source = kind === 'dynamic-import' ? sources.get(path) : undefined;
      if (source === undefined) return [];
      return [{ in: source, out: join(relative(outdir, dirname(bundle)), basename(path, '.mjs')) }];
    }),
  );
}
