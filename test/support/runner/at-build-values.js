/**
 * Gives tests the exports of a `*.at-build.ts` module like the bundler gives them to the functions: it runs
 * once for all test files in a run, in a separate process.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Returns the exported values as JSON. The first worker that needs them creates them, and the others wait.
 */
function valuesOf(path) {
  const kept = join(process.env.SVC_TEST_FOLDER, `${basename(path)}.json`);
  const lock = `${kept}.lock`;
  while (!existsSync(kept)) {
    if (!made(lock)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      continue;
    }
    try {
      if (!existsSync(kept)) makeValues(path, kept);
    } finally {
      rmdirSync(lock);
    }
  }
  return readFileSync(kept, 'utf8');
}

/** Returns whether this process, and not another one, created the folder. */
function made(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function makeValues(path, kept) {
  const program = `process.stdout.write(JSON.stringify({ ...(await import(${JSON.stringify(pathToFileURL(path).href)})) }))`;
  const values = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  // Renamed at the end, so that an existing file is always complete.
  writeFileSync(`${kept}.making`, values);
  renameSync(`${kept}.making`, kept);
}

/**
 * Returns the source of a module that exports these values.
 * @param {string} path of the `*.at-build.ts` module
 */
export function atBuildModule(path) {
  const exported = Object.entries(JSON.parse(valuesOf(path)));
  return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
}
