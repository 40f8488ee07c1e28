/**
 * Creates a CDK app with one small stack that contains the role for deploying from CI. An administrator
 * deploys this app once (see "Deploying from CI" in docs/operating/ci.md).
 */
import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import * as z from 'zod';
import { DeployRole, type DeployRoleProps } from '../lib/ci/deploy-role.ts';

const app = new App();
const given = z
  .string('-c role=… must specify who can assume the role')
  .transform((text): unknown => JSON.parse(text))
  .safeParse(app.node.tryGetContext('role'));
try {
  if (!given.success) throw new Error(given.error.issues.map(({ message }) => message).join('\n'));
  const stack = new Stack(app, 'svc-forms-ci', { description: 'Role that CI uses to deploy svc-forms' });
  const { role } = new DeployRole(stack, 'DeployRole', given.data as DeployRoleProps);
  new CfnOutput(stack, 'RoleArn', { value: role.roleArn });
  app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
