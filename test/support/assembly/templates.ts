/**
 * Creates templates of stages with non-default settings. Each template is created once for all test files of
 * a run.
 */
import { Annotations, App, type Stack } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Template } from 'aws-cdk-lib/assertions';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from './test-context.ts';
import { FormServiceStack } from '../../../lib/form-service-stack.ts';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';

export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Record<string, any>;
  readonly DependsOn?: string | string[];
  readonly UpdatePolicy?: Record<string, any>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

export interface StageTemplate {
  readonly Resources: Record<string, TemplateResource>;
  readonly Outputs: Record<string, { Value: unknown }>;
}

/**
 * Returns the template of a stage with these settings. Its functions don't contain code.
 * @param context settings by name, with the prefix `svc:`
 */
export function templateWith(context: Record<string, unknown>): StageTemplate {
  const root = process.env['SVC_TEST_FOLDER'];
  if (root === undefined)
    throw new Error('Run the tests with "npm test": its global setup makes the folder.');
  const folder = join(root, 'templates');
  const code = join(folder, 'code');
  const key = createHash('sha256').update(JSON.stringify(context)).digest('hex').slice(0, 24);
  const kept = join(folder, `${key}.json`);
  if (!existsSync(kept)) {
    mkdirSync(code, { recursive: true });
    writeFileSync(join(code, 'index.mjs'), '');
    const outdir = join(folder, `${key}.${process.pid}`);
    const app = new App({ outdir, treeMetadata: false, context: { ...testContext, ...context } });
    const settings = stageSettings(app.node);
    const bundles = { get: () => code } as unknown as ReadonlyMap<string, string>;
    const stack = new FormServiceStack(app, `svc-forms-${settings.stage}`, { settings, bundles });
    acknowledgeSilentAlarms(stack);
    app.synth();
    const template = JSON.parse(readFileSync(join(outdir, stack.templateFile), 'utf8')) as object;
    // `fromJSON` throws an error if resources have a circular dependency.
    Template.fromJSON(template);
    // Two workers may create this file at the same time. Renaming is atomic, so an existing file is always
    // complete.
    renameSync(join(outdir, stack.templateFile), kept);
  }
  return JSON.parse(readFileSync(kept, 'utf8')) as StageTemplate;
}

/** Returns the resources of a type by logical id. */
export function ofType(template: StageTemplate, type: string): [id: string, TemplateResource][] {
  return Object.entries(template.Resources).filter(([, { Type }]) => Type === type);
}

/** Prevents the warning that alarms notify nobody, which is irrelevant to most tests. */
export function acknowledgeSilentAlarms(stack: Stack): void {
  for (const each of stack.node.findAll())
    if (each instanceof Topic) Annotations.of(each).acknowledgeWarning('svc-forms:nobody-hears-alarms');
}
