/** The values of `svc:gradualDeployment.type`: predefined deployment configurations of CodeDeploy for Lambda. */

/** `canary10Percent5Minutes` shifts 10 % of requests at once and the rest after five minutes. */
export const deploymentTypes = [
  'canary10Percent5Minutes',
  'canary10Percent10Minutes',
  'canary10Percent15Minutes',
  'canary10Percent30Minutes',
  'linear10PercentEvery1Minute',
  'linear10PercentEvery2Minutes',
  'linear10PercentEvery3Minutes',
  'linear10PercentEvery10Minutes',
] as const;
export type DeploymentType = (typeof deploymentTypes)[number];
