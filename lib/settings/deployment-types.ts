/**
 * Lists the values for `svc:gradualDeployment.type`, which are CodeDeploy's predefined deployment
 * configurations for Lambda.
 */

/**
 * For example, `canary10Percent5Minutes` shifts 10% of requests immediately and the rest after five
 * minutes.
 */
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
