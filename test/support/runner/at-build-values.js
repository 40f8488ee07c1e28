/**
 * Gives tests what a module `*.at-build.ts` exports, as the bundler gives it to the functions: it runs once for all test
 * files of a run, in a process of its own.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MOST_BYTES = 64 * 1024 * 1024;

/** The exported values as JSON. Two workers may make them at the same time; what is there is complete. */
function valuesOf(path) {
  const kept = join(process.env.SVC_TEST_FOLDER, `${basename(path)}.json`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const program = `process.stdout.write(JSON.stringify({ ...(await import(${JSON.stringify(pathToFileURL(path).href)})) }))`;
  const values = execFileSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { encoding: 'utf8', maxBuffer: MOST_BYTES, env: { ...process.env, NODE_OPTIONS: '' } },
  );
  writeFileSync(`${kept}.${process.pid}`, values);
  renameSync(`${kept}.${process.pid}`, kept);
  return values;
}

/**
 * The source of a module that exports these values.
 * @param {string} path of the module `*.at-build.ts`
 */
export function atBuildModule(path) {
  const exported = Object.entries(JSON.parse(valuesOf(path)));
  return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
}
