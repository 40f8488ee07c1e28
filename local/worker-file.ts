/** Locates the programs of worker threads. */

/**
 * Returns the URL of a worker thread's program: in the runner's own bundle, or the source, whose types Node
 * itself strips.
 * @param name path in this folder, without the extension
 */
export function workerFile(name: string): URL {
  const here = import.meta.url;
  return new URL(import.meta.filename.endsWith('.ts') ? `./${name}.ts` : `./${name}.mjs`, here);
}
