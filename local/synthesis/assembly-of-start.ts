/**
 * Creates the cloud assembly for one start of the runner, from a cached or packaged assembly that all starts
 * share.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { entryOfFolder } from '../../lib/bundling/bundle-folder.ts';
import type { FunctionCode } from './function-code.ts';

/** A cloud assembly on disk that contains one stack. */
export interface Assembly {
  readonly assembly: string;
  readonly stackName: string;
  readonly code: FunctionCode;
  /** True if an earlier start has already run this assembly. */
  readonly hasRun: boolean;
  /** Records that the assembly has been run. */
  noteRun(): void;
}

/** Values that differ between starts, for which the cached assembly contains placeholders. */
export interface ValuesOfStart {
  /** URL of the local issuer. Absent if the settings specify another issuer or none. */
  readonly issuer?: string | undefined;
}

/** Placeholders for `ValuesOfStart`. */
export const PLACEHOLDERS = {
  issuer: 'http://127.0.0.1:9/issuer-of-this-start',
} as const;

/** Name of the file with the stack's name, which is stored next to the cached assembly. */
const STACK_NAME = 'stack-name';
/** Name of a file that exists if the assembly has been run. */
const HAS_RUN = 'has-run';
/**
 * Prefix of each function's code path in the cached assembly's manifest. The function's entry point follows
 * the prefix.
 */
const FUNCTIONS = 'functions/';
/** Path in the manifest for code that the runner never loads. */
const NOT_LOCAL = 'not-run-locally';

/**
 * Writes this start's template and asset manifest to `outdir`.
 * @param kept folder that `keepAssembly` wrote to
 */
export function assemblyOfStart(
  kept: string,
  outdir: string,
  code: FunctionCode,
  { issuer = PLACEHOLDERS.issuer }: ValuesOfStart,
): Assembly {
  const stackName = readFileSync(join(kept, STACK_NAME), 'utf8');
  const template = readFileSync(join(kept, `${stackName}.template.json`), 'utf8').replaceAll(
    PLACEHOLDERS.issuer,
    issuer,
  );
  const assets = mapAssets(join(kept, `${stackName}.assets.json`), (path) =>
    path.startsWith(FUNCTIONS) ? code.folderOf(path.slice(FUNCTIONS.length)) : path,
  );
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, `${stackName}.template.json`), template, { mode: 0o600 });
  writeFileSync(join(outdir, `${stackName}.assets.json`), assets);
  const mark = join(kept, HAS_RUN);
  return {
    assembly: outdir,
    stackName,
    code,
    hasRun: existsSync(mark),
    noteRun: () => {
      if (!existsSync(mark)) writeFileSync(mark, '');
    },
  };
}

/**
 * Keeps a copy of the parts of a synthesized assembly that later starts need. The copy contains no absolute
 * paths, so it can be moved.
 * @param placeholders folder with a placeholder for each function's code, which has the same name as the
 *   function's bundle
 */
export function keepAssembly(
  synthesized: string,
  stackName: string,
  placeholders: string,
  kept: string,
): void {
  const template = `${stackName}.template.json`;
  writeFileSync(join(kept, template), readFileSync(join(synthesized, template)));
  const assets = mapAssets(join(synthesized, `${stackName}.assets.json`), (path) => {
    if (path === template) return path;
    const folder = resolve(synthesized, path);
    return dirname(folder) === placeholders ? `${FUNCTIONS}${entryOfFolder(basename(folder))}` : NOT_LOCAL;
  });
  writeFileSync(join(kept, `${stackName}.assets.json`), assets);
  writeFileSync(join(kept, STACK_NAME), stackName);
}

/** Returns the asset manifest with `map` applied to its paths. */
function mapAssets(file: string, map: (path: string) => string): string {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    files: Record<string, { source: { path: string } }>;
  };
  for (const { source } of Object.values(manifest.files)) source.path = map(source.path);
  return JSON.stringify(manifest);
}
