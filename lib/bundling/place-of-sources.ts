/**
 * Makes `import.meta.url` and `import.meta.dirname` in bundled sources refer to the original file, because
 * the sources use them to find other files.
 */
import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * First line of a bundle whose main file is in `local/launch`. Defines the checkout's folder without an
 * absolute path, so that the bundle still works if the checkout is moved.
 */
export const CHECKOUT_OF_MAIN =
  "const CHECKOUT=process.getBuiltinModule('node:path').resolve(process.argv[1],'../../..');";

/**
 * First line of a bundle that is used only once. Defines the checkout's folder and a `require` that finds the
 * checkout's packages wherever the bundle is.
 */
export const THIS_CHECKOUT =
  `const CHECKOUT=${JSON.stringify(ROOT)};` +
  "const require=process.getBuiltinModule('node:module').createRequire(CHECKOUT+'/package.json');";

/**
 * Returns an esbuild plugin that replaces `import.meta.url` and `import.meta.dirname` with the source file's
 * location. The bundle must start with one of the constants above.
 * @param atHomeInBundle files that look for other files next to the bundle instead of next to their source
 */
export const placeOfSources = (atHomeInBundle: readonly string[]): Plugin => ({
  name: 'place-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (atHomeInBundle.includes(path) || /[\\/]node_modules[\\/]/.test(path)) return undefined;
      const source = await readFile(path, 'utf8');
      const file = `CHECKOUT+${JSON.stringify(`/${relative(ROOT, path)}`)}`;
      const contents = source
        // Takes the query string from the bundle's URL, because the source file's URL has none.
        .replaceAll(
          'import.meta.url',
          `(process.getBuiltinModule('node:url').pathToFileURL(${file}).href+new URL(import.meta.url).search)`,
        )
        .replaceAll(
          'import.meta.dirname',
          `(CHECKOUT+${JSON.stringify(`/${relative(ROOT, dirname(path))}`)})`,
        );
      return { contents, loader: 'ts' };
    });
  },
});
