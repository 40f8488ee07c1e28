/**
 * Bundles the console for the browser with esbuild. The files are split, minified, named by content hash, and
 * precompressed.
 */
import { build, type Metafile, type Plugin } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { packedFile, type Compression, type PackedFile } from '../../lib/browser-files/packed-file.ts';
import { compactIcons } from './compact-icons.ts';
import { indexPage } from './index-page.ts';

const CONSOLE = join(import.meta.dirname, '..');
const OUT = join(CONSOLE, 'out');
const FONTS = join(CONSOLE, '../node_modules/@fontsource-variable/geist/files');

/**
 * Path where the console's files are served. Each file's name contains a hash of its content, so the content
 * of a URL never changes.
 */
export const ASSETS = '/console/assets/';

export interface ConsoleFiles {
  /** The HTML page that loads the console. */
  readonly page: PackedFile;
  /** Scripts, styles and fonts by file name, relative to `ASSETS`. */
  readonly assets: Readonly<Record<string, PackedFile>>;
  /** Gzipped sizes to check against the budgets, in bytes. */
  readonly sizes: { readonly entry: number; readonly all: number; readonly styles: number };
  /** esbuild's metafile, which lists the inputs and outputs of the build. */
  readonly metafile: Metafile;
}

/** The console's languages, as the locale names that React Aria uses. */
const LANGUAGES = ['de-DE', 'en-US', 'es-ES', 'it-IT', 'ru-RU'];

/**
 * Removes React Aria's translations for languages that the console doesn't support. React Aria ships 34
 * languages, so removing them saves 12 KB.
 */
const ownLanguagesOnly: Plugin = {
  name: 'own-languages-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]intl[\\/].*[a-z]{2}-[A-Z]{2}\.m?js$/ }, ({ path }) => {
      const isSpoken = LANGUAGES.includes(basename(path, extname(path)));
      return isSpoken ? undefined : { contents: 'export default {};', loader: 'js' };
    });
  },
};

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** Bundles the console. This takes about one second. */
export async function bundleConsole(compression: Compression): Promise<ConsoleFiles> {
  const { outputFiles, metafile } = await build({
    entryPoints: [
      { in: join(CONSOLE, 'app/main.tsx'), out: 'main' },
      { in: join(CONSOLE, 'app/theme/theme-of-page.ts'), out: 'theme' },
      { in: join(CONSOLE, 'styles.css'), out: 'styles' },
    ],
    outdir: OUT,
    absWorkingDir: join(CONSOLE, '..'),
    publicPath: ASSETS,
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    assetNames: '[name].[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    mainFields: ['module', 'main'],
    jsx: 'automatic',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'file' },
    alias: { '#fonts': FONTS },
    tsconfig: join(CONSOLE, 'tsconfig.json'),
    plugins: [ownLanguagesOnly, compactIcons],
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  const contents = new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]));
  const names = namesIn(metafile);
  const icon = readFileSync(join(CONSOLE, 'shell/mark.svg'));
  const iconName = `mark.${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`;
  contents.set(iconName, icon);
  const page = indexPage({
    assets: ASSETS,
    theme: names.theme,
    main: names.main,
    styles: names.styles,
    icon: iconName,
    preloaded: names.entryChunks,
    font: [...contents.keys()].find((name) => name.startsWith('geist-latin-wght')) ?? '',
  });
  const [packedPage, ...packedAssets] = await Promise.all([
    packedFile('text/html; charset=utf-8', Buffer.from(page), compression),
    ...[...contents].map(
      async ([name, content]) =>
        [name, await packedFile(TYPES[extname(name)] ?? '', content, compression)] as const,
    ),
  ]);
  const assets = Object.fromEntries(packedAssets);
  return {
    metafile,
    page: packedPage,
    assets,
    sizes: {
      entry: gzippedSize(assets, [names.main, names.theme, ...names.entryChunks]),
      all: gzippedSize(assets, names.ofOneLanguage),
      styles: gzippedSize(assets, [names.styles]),
    },
  };
}

/** Returns the names of the output files, keyed by purpose. */
function namesIn({ outputs }: Metafile) {
  const named = Object.entries(outputs).map(([path, output]) => ({ name: basename(path), path, output }));
  const ofEntry = (entry: string): string => {
    const found = named.find(({ output }) => output.entryPoint === `console/${entry}`);
    if (!found) throw new Error(`esbuild produced no output for ${entry}`);
    return found.name;
  };
  const main = ofEntry('app/main.tsx');
  const entryChunks = new Set<string>();
  const follow = (name: string): void => {
    const { output } = named.find((each) => each.name === name) ?? {};
    for (const { kind, path } of output?.imports ?? []) {
      if (kind !== 'import-statement' || entryChunks.has(basename(path))) continue;
      entryChunks.add(basename(path));
      follow(basename(path));
    }
  };
  follow(main);
  const isOtherLanguage = (entry = ''): boolean => /catalogue\.(de|es|it|ru)\.ts$/.test(entry);
  return {
    main,
    theme: ofEntry('app/theme/theme-of-page.ts'),
    styles: ofEntry('styles.css'),
    entryChunks: [...entryChunks],
    /** Total size of the scripts that a user loads by visiting every screen in one language. */
    ofOneLanguage: named
      .filter(({ name, output }) => name.endsWith('.js') && !isOtherLanguage(output.entryPoint))
      .map(({ path }) => relative('', basename(path))),
  };
}

function gzippedSize(assets: ConsoleFiles['assets'], names: readonly string[]): number {
  return names.reduce((sum, name) => sum + Buffer.from(assets[name]?.gzip ?? '', 'base64').length, 0);
}
