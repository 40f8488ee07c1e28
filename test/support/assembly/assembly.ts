/** The stack that `global-setup.js` synthesised. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const STACK_NAME = 'svc-forms-test';

/** Folder of the cloud assembly. */
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

export function template(): Template {
  return JSON.parse(readFileSync(join(assemblyFolder(), `${STACK_NAME}.template.json`), 'utf8')) as Template;
}
