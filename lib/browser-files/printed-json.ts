/** What a program of this repository prints as JSON; for modules that run while functions are bundled. */
import { execFileSync } from 'node:child_process';

const MOST_BYTES = 16 * 1024 * 1024;

/** Runs it in a process of its own, for esbuild runs in no test. @param program path of a TypeScript file */
export function printedJson(program: string): unknown {
  const printed = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return JSON.parse(printed);
}
