/**
 * Provides the tests' CDK stack, which is synthesized once per run when a test file first requests it. Test
 * tables are created from its template, so they match the tables in a deployment.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce } from './made-once.ts';

export const STACK_NAME = 'svc-forms-test';

const SYNTHESISE = join(import.meta.dirname, 'synthesise.ts');

/** Returns the folder of the tests' cloud assembly, or of the assembly created by a benchmark. */
export function assemblyFolder(): string {
  return process.env['SVC_TEST_ASSEMBLY'] ?? madeOnce('assembly', synthesise);
}

/** Synthesizes the stack in a separate process, so that the memory is freed when the process ends. */
function synthesise(folder: string): void {
  const { status, stderr } = spawnSync(process.execPath, [SYNTHESISE, folder], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (status !== 0) throw new Error(`The stack can't be synthesized:\n${stderr}`);
}

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
}

export interface Template {
  readonly Resources: Record<string, Resource>;
  readonly Outputs: Record<string, { Value: unknown }>;
}

let everythingOn: (() => Template) | undefined;

/**
 * Returns true if `template` returns the template of a stage with every setting turned on, as in
 * `test/template/everything-on.test.ts`.
 */
export const isEverythingOn = (): boolean => everythingOn !== undefined;

/**
 * Makes `template` return the template of a stage with every setting turned on, for the current test file.
 * @param make creates this template. It's an argument, so that other test files don't need to load CDK.
 */
export function turnEverythingOn(make: () => Template): void {
  everythingOn = make;
}

export function template(): Template {
  return everythingOn
    ? everythingOn()
    : (JSON.parse(readFileSync(join(assemblyFolder(), `${STACK_NAME}.template.json`), 'utf8')) as Template);
}
