/** Locates the entry files of worker threads. */

/**
 * Returns the URL of a worker thread's entry file. The file is either part of the runner's bundle, or a
 * source file from which Node strips the types.
 * @param name path relative to this folder, without the extension
 */
export function workerFile(name: string): URL {
  const here = import.meta.url;
  return new URL(import.meta.filename.endsWith('.ts') ? `./${name}.ts` : `./${name}.mjs`, here);
}
