/** Deploys a function gradually with CodeDeploy, which rolls back when an alarm is triggered. */
import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { DeploymentType } from '../settings/deployment-types.ts';
import { InlinePolicyRole } from './inline-policy-role.ts';

/** The alias that receives the function's requests. CodeDeploy shifts its traffic to each new version. */
export const LIVE = 'live';

export interface GradualDeploymentProps {
  readonly type: DeploymentType;
  readonly lambda: LambdaFunction;
  /**
   * If one of these alarms is triggered during a deployment, CodeDeploy shifts all requests back to the
   * previous version.
   */
  readonly alarms: readonly Alarm[];
}

export class GradualDeployment extends Construct {
  constructor(scope: Construct, id: string, { type, lambda, alarms }: GradualDeploymentProps) {
    super(scope, id);
    const alias = new Alias(this, 'Live', { aliasName: LIVE, version: lambda.currentVersion });
    const role = new InlinePolicyRole(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    });
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
        resources: [lambda.functionArn, `${lambda.functionArn}:${LIVE}`],
      }),
    );
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: [anyAlarm(Stack.of(this))] }),
    );
    const application = new CfnApplication(this, 'Application', { computePlatform: 'Lambda' });
    const group = new CfnDeploymentGroup(this, 'Group', {
      applicationName: application.ref,
      serviceRoleArn: role.roleArn,
      deploymentConfigName: `CodeDeployDefault.Lambda${type.charAt(0).toUpperCase()}${type.slice(1)}`,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: { enabled: true, alarms: alarms.map(({ alarmName }) => ({ name: alarmName })) },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    // Makes CloudFormation shift the alias with CodeDeploy and wait until the deployment finishes.
    (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName: application.ref, deploymentGroupName: group.ref },
    };
  }
}

/**
 * Returns a pattern that matches all of the stack's alarms. CodeDeploy refers to alarms by name, and the
 * names are only generated during deployment.
 */
function anyAlarm(stack: Stack): string {
  const alarm = { service: 'cloudwatch', resource: 'alarm', resourceName: '*' };
  return Arn.format({ ...alarm, arnFormat: ArnFormat.COLON_RESOURCE_NAME }, stack);
}
