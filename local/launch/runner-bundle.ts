/** Bundles the runner and its thread programs, for starts from a checkout and for the published package. */
import { build, type Metafile, type Plugin } from 'esbuild';
import { join } from 'node:path';
import { REQUIRE_BANNER } from '../../lib/bundling/require-banner.ts';

const LOCAL = join(import.meta.dirname, '..');

/**
 * Don't let esbuild plugins change this module, because it locates the thread programs relative to the
 * bundle.
 */
export const WORKER_FILE = join(LOCAL, 'worker-file.ts');

export interface RunnerBundle {
  /** Name of the main module's file in the folder `local`, without the extension. */
  readonly main: 'start' | 'start-package';
  readonly plugins?: Plugin[];
  /** Code to insert at the start of each bundled file. */
  readonly banner?: string;
}

/**
 * Writes the bundle to `outdir`. The bundle has no dependencies and contains no paths from this machine.
 * @returns esbuild's report
 */
export async function bundleRunner(
  outdir: string,
  { main, plugins = [], banner = '' }: RunnerBundle,
): Promise<Metafile> {
  const { metafile } = await build({
    outdir,
    outExtension: { '.js': '.mjs' },
    entryPoints: {
      [main]: join(LOCAL, `${main}.ts`),
      'functions/function-worker': join(LOCAL, 'functions/function-worker.ts'),
      'edge/edge-thread': join(LOCAL, 'edge/edge-thread.ts'),
    },
    bundle: true,
    // Share common code between the runner and the thread programs instead of duplicating it.
    splitting: true,
    minify: true,
    keepNames: true,
    platform: 'node',
    target: 'node22.18',
    format: 'esm',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    plugins,
    banner: { js: `${REQUIRE_BANNER}${banner}` },
    logLevel: 'warning',
    metafile: true,
  });
  return metafile;
}
