/**
 * Builds the npm package in `dist/service`: the construct and its types as one file, the function bundles,
 * and the operator's command line. Run it with `npm run package`, which also packs it.
 */
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { bundleConsole } from '../../console/build/bundle.ts';
import { publishedManifest } from './published-manifest.ts';
import { shippedPackages, writeLicenses } from './third-party-licenses.ts';
import { FUNCTIONS_METAFILE, keptFunctions } from '../bundling/kept-bundles.ts';
import { mergedMetafile } from '../bundling/merged-metafile.ts';
import { buildLocalService } from '../../local/build-local-service.ts';
import { packFunctions } from '../bundling/packed-functions.ts';
import { REQUIRE_BANNER } from '../bundling/require-banner.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The package's folder. */
const PACKAGE = join(ROOT, 'dist/service');
/** File that lists the contents of the package's bundles. `npm run release` creates the SBOM from it. */
const METAFILE = join(ROOT, 'dist/metafile.json');
const DIST = join(PACKAGE, 'dist');
const TYPES = join(DIST, 'types');
/** Matches imports of this repository's files in type declarations. */
const OWN_IMPORT = /((?:from|import\()\s*['"])(\.[^'"]+)\.ts(?=['"])/g;

const SHARED = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  keepNames: true,
  mainFields: ['module', 'main'],
  banner: { js: REQUIRE_BANNER },
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
} as const satisfies BuildOptions;

await rm(join(ROOT, 'dist'), { recursive: true, force: true });
await copyDocuments();
const metafile = mergedMetafile(
  await Promise.all([
    buildConstruct(),
    buildCommandLine(),
    packBundles(),
    readConsole(),
    buildLocalService(DIST),
  ]),
);
await writeFile(METAFILE, JSON.stringify(metafile));
await writeLicenses(await shippedPackages(metafile), join(PACKAGE, 'THIRD-PARTY-LICENSES'));
await writeFile(
  join(PACKAGE, 'package.json'),
  `${JSON.stringify(await publishedManifest(), undefined, 2)}\n`,
);
emitTypes();
await removeOtherTypes(join(TYPES, 'lib/package/published.d.ts'));

/** Bundles the construct without CDK, which is provided by the app that uses the package. */
async function buildConstruct(): Promise<Metafile> {
  const { metafile } = await build({
    ...SHARED,
    entryPoints: [join(import.meta.dirname, 'published.ts')],
    outfile: join(DIST, 'index.js'),
    external: ['aws-cdk-lib', 'constructs'],
  });
  return metafile;
}

/** Bundles the command line with all dependencies, so that it runs without installing any. */
async function buildCommandLine(): Promise<Metafile> {
  const { metafile } = await build({
    ...SHARED,
    entryPoints: [join(ROOT, 'cli/run-svc-forms.ts')],
    outfile: join(DIST, 'svc-forms.js'),
    minify: true,
  });
  return metafile;
}

async function packBundles(): Promise<Metafile> {
  const folder = await keptFunctions();
  await mkdir(DIST, { recursive: true });
  await packFunctions(folder, join(DIST, 'functions.json.br'));
  return JSON.parse(await readFile(join(folder, FUNCTIONS_METAFILE), 'utf8')) as Metafile;
}

/**
 * Returns the console build's esbuild metafile. The functions' metafiles don't list the console's files,
 * because a function embeds them as values instead of importing them.
 */
async function readConsole(): Promise<Metafile> {
  return (await bundleConsole('quick')).metafile;
}

async function copyDocuments(): Promise<void> {
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE'])
    await cp(join(ROOT, name), join(PACKAGE, name));
  await cp(join(ROOT, 'cli/forms/forms.schema.json'), join(PACKAGE, 'forms.schema.json'));
  await cp(join(ROOT, 'docs'), join(PACKAGE, 'docs'), {
    recursive: true,
    // Omit the subfolders with pictures, guides and decisions.
    filter: (file) => /docs(?:.operating)?(?:.[\w-]+\.md)?$|docs.examples(?:.|$)/.test(file),
  });
}

function emitTypes(): void {
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  execFileSync(process.execPath, [compiler, '--singleThreaded', '-p', import.meta.dirname], {
    stdio: 'inherit',
  });
}

/** Removes type declarations that `entry` doesn't import, and changes import paths from `.ts` to `.js`. */
async function removeOtherTypes(entry: string): Promise<void> {
  const needed = new Set<string>();
  const follow = async (file: string): Promise<void> => {
    if (needed.has(file)) return;
    needed.add(file);
    const types = await readFile(file, 'utf8');
    await writeFile(file, types.replaceAll(OWN_IMPORT, '$1$2.js'));
    for (const [, , path = ''] of types.matchAll(OWN_IMPORT))
      await follow(resolve(dirname(file), `${path}.d.ts`));
  };
  await follow(entry);
  for (const each of await readdir(TYPES, { recursive: true, withFileTypes: true })) {
    const file = join(each.parentPath, each.name);
    if (each.isFile() && !needed.has(file)) await rm(file);
  }
}
