/** Synthesizes the stack with different options. The installable template is merged from the results. */
import { App, DefaultStackSynthesizer } from 'aws-cdk-lib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundles } from '../../bundling/bundle-folder.ts';
import { FormServiceStack } from '../../form-service-stack.ts';
import { featureFlags } from '../../settings/feature-flags.ts';
import { FIRST_DEPLOY } from '../../settings/settings-in-context.ts';
import type { Template, Variant } from './merge-variants.ts';
import {
  combinationsOf,
  isAllowed,
  MAIN_OPTIONS,
  OTHER_OPTIONS,
  settingsWith,
  type Option,
  type Values,
} from './options.ts';
import { ASSETS_BUCKET, PLACEHOLDERS } from './placeholders.ts';

/**
 * The combinations of options that the template is merged from. Tests check the merged template against all
 * other combinations.
 */
export function mergedCombinations(): ReadonlySet<Option>[] {
  // Two stacks: one with a user pool and one with all other resources.
  const contexts: (readonly Option[])[] = [['HasMailSender'], MAIN_OPTIONS];
  const isolated = contexts.flatMap((main) => [
    ...OTHER_OPTIONS.map((option) => [...main, ...OTHER_OPTIONS.filter((other) => other !== option)]),
    main,
  ]);
  // Without sign-in, the stage can't have an owner.
  const allowed = (all: Iterable<Option>): ReadonlySet<Option> => {
    const on = new Set(all);
    return isAllowed(on) ? on : new Set([...on].filter((each) => each !== 'HasOwner'));
  };
  return [
    ...combinationsOf(MAIN_OPTIONS).map((main) => allowed([...main, ...OTHER_OPTIONS])),
    ...isolated.map(allowed),
  ];
}

/**
 * Synthesizes the variants that the template is merged from, with placeholders for the parameters.
 * @param outdir folder of the cloud assembly. The variants share it, so that CDK copies each asset only once
 */
export function synthesizeVariants(bundles: Bundles, outdir: string): Variant[] {
  return mergedCombinations().map((on) => ({
    on,
    template: synthesizeStack(on, PLACEHOLDERS, bundles, outdir),
  }));
}

/** Synthesizes the stack with these options and values and returns its template. */
export function synthesizeStack(
  on: ReadonlySet<Option>,
  values: Values,
  bundles: Bundles,
  outdir: string,
): Template {
  const app = new App({
    outdir,
    treeMetadata: false,
    context: {
      ...featureFlags,
      // Omit warnings and rules, because they would be repeated for every combination of options.
      '@aws-cdk/core:annotationsInValidationReport': false,
      '@aws-cdk/core:validateAgainstDefaultRules': false,
      [FIRST_DEPLOY]: !on.has('IsProtected'),
    },
  });
  const stack = new FormServiceStack(app, `svc-forms-${values.stage}`, {
    stage: values.stage,
    settings: settingsWith(on, values),
    bundles,
    synthesizer: new DefaultStackSynthesizer({
      generateBootstrapVersionRule: false,
      fileAssetsBucketName: ASSETS_BUCKET,
    }),
  });
  app.synth();
  return JSON.parse(readFileSync(join(outdir, stack.templateFile), 'utf8')) as Template;
}
