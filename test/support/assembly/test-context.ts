/** CDK context of the tests' apps: the project's feature flags, without printing warnings for operators. */
import { featureFlags } from '../../../lib/settings/feature-flags.ts';

export const testContext: Readonly<Record<string, unknown>> = {
  ...featureFlags,
  '@aws-cdk/core:annotationsInValidationReport': false,
};
