/** Bundles the functions for the local runner. All functions share one set of package bundles. */
import type { BuildOptions, Plugin } from 'esbuild';
import { basename } from 'node:path';
import { bundleFunctions, bundleOptions, lazyBuiltins, type BundleFunctionsOptions } from './bundles.ts';

/**
 * Import specifiers of the packages that functions share. Other packages are included in each function's
 * bundle, as on AWS. CommonJS packages can't be shared.
 */
const SHARED = [
  '@aws-lambda-powertools/batch',
  '@aws-lambda-powertools/logger',
  '@aws-sdk/client-cognito-identity-provider',
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/client-eventbridge',
  '@aws-sdk/client-s3',
  '@aws-sdk/client-sesv2',
  '@aws-sdk/client-sfn',
  '@aws-sdk/client-sqs',
  '@aws-sdk/lib-dynamodb',
  '@aws-sdk/lib-storage',
  '@aws-sdk/s3-presigned-post',
  '@aws-sdk/s3-request-presigner',
  '@aws-sdk/util-dynamodb',
  '@middy/core',
  '@middy/http-cors',
  'openid-client',
  'zod',
];

const fileOf = (name: string): string => name.replaceAll('/', '__');

/** Bundles each shared package into its own file in `outdir`. */
export async function bundlePackages(outdir: string): Promise<void> {
  const options: BuildOptions = {
    ...bundleOptions,
    outdir,
    sourcemap: false,
    // Escapes non-ASCII characters, because Node uses twice as much memory for a file with non-Latin
    // characters.
    charset: 'ascii',
    // Moves shared code to separate files to avoid duplicates.
    splitting: true,
    plugins: [lazyBuiltins],
    entryPoints: SHARED.map((name) => ({ in: name, out: fileOf(name) })),
  };
  const { build } = await import('esbuild');
  await build(options);
}

/**
 * Bundles functions into `outdir` for local use. The bundles import the shared packages from `packages`,
 * which must be next to `outdir`. The import paths are relative, so that both folders can be moved.
 */
export async function bundleLinkedFunctions(
  outdir: string,
  packages: string,
  options: Pick<BundleFunctionsOptions, 'entries' | 'evaluate' | 'minify'> = {},
): Promise<void> {
  const shared: Plugin = {
    name: 'shared-packages',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path }) =>
        SHARED.includes(path)
          ? { path: `../../${basename(packages)}/${fileOf(path)}.mjs`, external: true }
          : undefined,
      );
    },
  };
  await bundleFunctions(outdir, { ...options, plugins: [shared], compression: 'quick' });
}
