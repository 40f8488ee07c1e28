/** Merges the metafiles of several esbuild builds into one list of files. */
import type { Metafile } from 'esbuild';
import { join, relative, resolve, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Returns an esbuild metafile with a single output, which lists all files that are included in any output of
 * the builds. Paths are relative to the repository's root. Omits modules that plugins create.
 * @param metafiles metafiles of builds in the current working directory
 */
export function mergedMetafile(metafiles: readonly Metafile[]): Metafile {
  const bytes = new Map<string, number>();
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const [path, { bytesInOutput }] of Object.entries(inputs))
        if (bytesInOutput > 0 && isFile(path)) bytes.set(fromRoot(path), bytesInOutput);
  const inputs: Metafile['inputs'] = {};
  for (const metafile of metafiles)
    for (const [path, input] of Object.entries(metafile.inputs))
      if (bytes.has(fromRoot(path))) {
        const imports = input.imports.filter((each) => each.external !== true && isFile(each.path));
        inputs[fromRoot(path)] = {
          bytes: input.bytes,
          imports: imports.map(({ path: imported, kind }) => ({ path: fromRoot(imported), kind })),
        };
      }
  const contained = [...bytes].map(([path, bytesInOutput]) => [path, { bytesInOutput }] as const);
  return {
    inputs,
    outputs: { merged: { bytes: 0, imports: [], exports: [], inputs: Object.fromEntries(contained) } },
  };
}

/** Plugins put their modules into namespaces, which esbuild separates with a colon. */
const isFile = (path: string): boolean => !path.includes(':');

const fromRoot = (path: string): string => relative(ROOT, resolve(path)).replaceAll(sep, '/');
