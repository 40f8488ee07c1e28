/**
 * Makes `import.meta.url` in bundled sources refer to the original file, because the sources use it to find
 * other files.
 */
import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Returns an esbuild plugin that replaces `import.meta.url` with the source file's URL.
 * @param atHomeInBundle files that look for other files next to the bundle instead of next to their source
 */
export const placeOfSources = (atHomeInBundle: readonly string[]): Plugin => ({
  name: 'place-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (atHomeInBundle.includes(path) || /[\\/]node_modules[\\/]/.test(path)) return undefined;
      const source = await readFile(path, 'utf8');
      const url = JSON.stringify(pathToFileURL(path).href);
      const contents = source
        // Takes the query string from the bundle's URL, because the source file's URL has none.
        .replaceAll('import.meta.url', `(${url}+new URL(import.meta.url).search)`)
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
});
