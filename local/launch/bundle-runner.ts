/** Bundles the runner and the programs of its threads into the folder that its argument names. */
import { build, type Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LOCAL = join(import.meta.dirname, '..');

/** The one file that looks for its neighbours in the bundle; the others look beside their sources. */
const AT_HOME_IN_BUNDLE = join(LOCAL, 'worker-file.ts');

/** A file of the sources keeps its place: it finds what it reads by that. */
const placeOfSources: Plugin = {
  name: 'place-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path === AT_HOME_IN_BUNDLE || path.includes('/node_modules/')) return undefined;
      const source = await readFile(path, 'utf8');
      const contents = source
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};

const [outdir] = process.argv.slice(2);
if (outdir === undefined) throw new Error('bundle-runner FOLDER');
await build({
  outdir,
  outExtension: { '.js': '.mjs' },
  entryPoints: {
    start: join(LOCAL, 'start.ts'),
    'functions/function-worker': join(LOCAL, 'functions/function-worker.ts'),
    'edge/web-function-worker': join(LOCAL, 'edge/web-function-worker.ts'),
  },
  bundle: true,
  // Programs of threads share what they have in common with the runner.
  splitting: true,
  minify: true,
  keepNames: true,
  platform: 'node',
  target: 'node22.18',
  format: 'esm',
  mainFields: ['module', 'main'],
  // The runner reaches for files inside of it.
  external: ['fauxqs'],
  legalComments: 'none',
  plugins: [placeOfSources],
  banner: {
    js: "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);",
  },
  logLevel: 'warning',
});
