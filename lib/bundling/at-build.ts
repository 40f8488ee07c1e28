/** Moves work from the start of a function to the build: runs modules while the functions are bundled. */
import type { Plugin } from 'esbuild';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Compression } from '../browser-files/packed-file.ts';

/** Runs the module at a path and returns its exports. */
export type Evaluate = (path: string) => Promise<Record<string, unknown>>;

/**
 * Runs modules named `*.at-build.ts` while bundling. A bundle that imports one contains only its exports, as
 * JSON. Such a module can export only JSON values.
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

/** Returns the URL of the module next to the bundle that contains this file, or of its source. */
function addressOf(path: string): URL {
  const here = import.meta.url;
  return here.endsWith('.ts') ? pathToFileURL(path) : new URL(`./${basename(path, '.ts')}.mjs`, here);
}

const values = z.record(z.string(), z.json());
