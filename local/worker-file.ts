/** Locates the programs of worker threads. */

/**
 * Returns the URL of a worker thread's program, which is either in the runner's bundle or a source file whose
 * types Node itself strips.
 * @param name path relative to this folder, without the extension
 */
export function workerFile(name: string): URL {
  const here = import.meta.url;
  return new URL(import.meta.filename.endsWith('.ts') ? `./${name}.ts` : `./${name}.mjs`, here);
}
