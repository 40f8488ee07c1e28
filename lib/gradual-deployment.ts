/** New code of a function for a part of its requests first, and back to the old one when an alarm rings. */
import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { InlinePolicyRole } from './inline-policy-role.ts';

/** Where the requests of a gradually deployed function go: the alias that CodeDeploy moves. */
export const LIVE = 'live';

/** How the requests move: `canary10Percent5Minutes` is a tenth at once, and the rest after five minutes. */
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

export interface GradualDeploymentProps {
  readonly type: (typeof deploymentTypes)[number];
  readonly lambda: LambdaFunction;
  /** When one of them rings during a deployment, all requests go back to the code from before. */
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
    // CloudFormation leaves the move to CodeDeploy, and waits for it.
    (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName: application.ref, deploymentGroupName: group.ref },
    };
  }
}

/** CodeDeploy asks for them by name, and CloudFormation makes the names. */
function anyAlarm(stack: Stack): string {
  const alarm = { service: 'cloudwatch', resource: 'alarm', resourceName: '*' };
  return Arn.format({ ...alarm, arnFormat: ArnFormat.COLON_RESOURCE_NAME }, stack);
}
