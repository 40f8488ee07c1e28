/** Work that is done once, when the functions are bundled, and not at every start of a function. */
import type { Plugin } from 'esbuild';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Compression } from '../browser-files/packed-file.ts';

/** Runs a module, by its path, and gives its exports. */
export type Evaluate = (path: string) => Promise<Record<string, unknown>>;

/**
 * A module named `*.at-build.ts` runs here; a bundle that imports it holds what it exports as JSON, and nothing of
 * how it was made. Such a module exports values of JSON only.
 * @param evaluate imports the module when absent, so a module that has run before does not run again
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

/** The module in the bundle that this file is in, or its source. */
function addressOf(path: string): URL {
  const here = import.meta.url;
  return here.endsWith('.ts') ? pathToFileURL(path) : new URL(`./${basename(path, '.ts')}.mjs`, here);
}

const values = z.record(z.string(), z.json());
