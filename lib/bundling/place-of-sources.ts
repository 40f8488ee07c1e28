/** Lets sources in a bundle know their own place: they find what they read by that. */
import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @param atHomeInBundle the files that look for their neighbours in the bundle; the others look beside their sources */
export const placeOfSources = (atHomeInBundle: readonly string[]): Plugin => ({
  name: 'place-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (atHomeInBundle.includes(path) || path.includes('/node_modules/')) return undefined;
      const source = await readFile(path, 'utf8');
      const url = JSON.stringify(pathToFileURL(path).href);
      const contents = source
        // What follows the address is said to the file in the bundle.
        .replaceAll('import.meta.url', `(${url}+new URL(import.meta.url).search)`)
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
});
