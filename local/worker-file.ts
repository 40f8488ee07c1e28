/** Where the programs of worker threads are. */

/**
 * The program of a worker thread: in the runner's own bundle, or the source, which Node itself strips of its types.
 * @param name its path in this folder, without the ending
 */
export function workerFile(name: string): URL {
  const here = import.meta.url;
  return new URL(import.meta.filename.endsWith('.ts') ? `./${name}.ts` : `./${name}.mjs`, here);
}
