/** Runs modules at build time, so that functions don't have to do this work during startup. */
import type { Plugin } from 'esbuild';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Compression } from '../browser-files/packed-file.ts';

/** Runs the module at a path and returns its exports. */
export type Evaluate = (path: string) => Promise<Record<string, unknown>>;

/**
 * Runs modules named `*.at-build.ts` while bundling. A bundle that imports such a module contains only the
 * exported values, as JSON. These modules can therefore only export JSON values.
 * @param evaluate returns a module's exports; by default imports the module, so it runs only once
 */
export const atBuild = (compression: Compression, evaluate = importOf(compression)): Plugin => ({
  name: 'at-build',
  setup({ onLoad }) {
    onLoad({ filter: /\.at-build\.ts$/ }, async ({ path }) => {
      const exported = values.parse(await evaluate(path));
      const lines = Object.entries(exported).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
});

function importOf(compression: Compression): Evaluate {
  return async (path) => {
    const address = addressOf(path);
    if (compression === 'quick') address.search = 'quick';
    return { ...((await import(address.href)) as Record<string, unknown>) };
  };
}

/**
 * Returns the URL of a module next to the bundle that contains this file. If this file is not bundled,
 * returns the URL of the module's source.
 */
function addressOf(path: string): URL {
  const here = import.meta.url;
  return here.endsWith('.ts') ? pathToFileURL(path) : new URL(`./${basename(path, '.ts')}.mjs`, here);
}

const values = z.record(z.string(), z.json());
