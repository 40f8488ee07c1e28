/** Work that is done once, when the functions are bundled, and not at every start of a function. */
import type { Plugin } from 'esbuild';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/**
 * A module named `*.at-build.ts` runs here; a bundle that imports it holds what it exports as JSON, and nothing of
 * how it was made. Such a module exports values of JSON only.
 */
export const atBuild: Plugin = {
  name: 'at-build',
  setup({ onLoad }) {
    onLoad({ filter: /\.at-build\.ts$/ }, async ({ path }) => {
      const exported = values.parse({ ...(await import(pathToFileURL(path).href)) });
      const lines = Object.entries(exported).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};

const values = z.record(z.string(), z.json());
