/** Returns the stack that `global-setup.js` synthesized, or instead the one with every setting turned on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVERYTHING_ON } from './everything-on.ts';
import { templateWith } from './templates.ts';

export const STACK_NAME = 'svc-forms-test';

/** Returns the cloud assembly's folder. */
export function assemblyFolder(): string {
  const folder = process.env['SVC_TEST_ASSEMBLY'];
  if (folder === undefined)
    throw new Error('Run the tests with "npm test": its global setup makes the stack.');
  return folder;
}

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
}

export interface Template {
  readonly Resources: Record<string, Resource>;
  readonly Outputs: Record<string, { Value: unknown }>;
}

let hasEverythingOn = false;

/**
 * Returns whether `template` returns the stage with every setting turned on, as requested by
 * `test/template/everything-on.test.ts`.
 */
export const isEverythingOn = (): boolean => hasEverythingOn;

/** Makes `template` return the stage with every setting turned on, in this test file. */
export function turnEverythingOn(): void {
  hasEverythingOn = true;
}

export function template(): Template {
  if (hasEverythingOn) return templateWith({ ...EVERYTHING_ON, 'svc:stage': 'test' }) as Template;
  return JSON.parse(readFileSync(join(assemblyFolder(), `${STACK_NAME}.template.json`), 'utf8')) as Template;
}
