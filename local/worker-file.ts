/** Locates the programs of worker threads. */

/**
 * Returns the program of a worker thread: in the runner's own bundle, or the source, whose types Node itself
 * strips.
 * @param name its path in this folder, without the extension
 */
export function workerFile(name: string): URL {
  const here = import.meta.url;
  return new URL(import.meta.filename.endsWith('.ts') ? `./${name}.ts` : `./${name}.mjs`, here);
}
