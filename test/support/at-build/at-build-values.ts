/**
 * Provides the values that `*.at-build.ts` modules export. Each module runs once for all test files of a run.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { madeOnce } from '../assembly/made-once.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Returns a module's exported values by name.
 * @param path the module's path
 */
export function atBuildValues(path: string): unknown {
  const kept = madeOnce(`${basename(path)}.json`, (making) => {
    const program = `process.stdout.write(JSON.stringify({ ...(await import(${JSON.stringify(pathToFileURL(path).href)})) }))`;
    const values = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      maxBuffer: MAX_BYTES,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    writeFileSync(making, values);
  });
  return JSON.parse(readFileSync(kept, 'utf8'));
}
