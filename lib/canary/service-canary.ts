/**
 * Creates the canary and its alarm. The canary sends a submission to its own form every few minutes and waits
 * for the webhook. The alarm is triggered if the webhook doesn't arrive.
 */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { CANARY_ACCOUNT, CANARY_RUNS } from '../../lambdas/canary/canary.ts';
import { CANARY_FORM } from '../../lambdas/core/canary-ids.ts';
import { ServiceAlarm } from '../alarms/service-alarm.ts';
import { ServiceFunction, type Grant, type Stage } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

export interface ServiceCanaryProps extends Stage {
  readonly storage: Storage;
  readonly baseUrl: Grant;
  readonly everyMinutes: number;
}

/** Number of consecutive failed runs that trigger the alarm. */
const RUNS = 3;

export class ServiceCanary extends Construct {
  constructor(scope: Construct, id: string, props: ServiceCanaryProps) {
    super(scope, id);
    const { storage, baseUrl, everyMinutes, settings, bundles } = props;
    const run = new ServiceFunction(this, 'RunCanary', {
      settings,
      bundles,
      entry: 'canary/run-canary',
      description: 'Submits the canary form and waits for its webhook',
      timeout: Duration.seconds(70),
      // The canary's account, form and webhook have fixed IDs, so the function only needs permissions for
      // these items.
      grants: [
        baseUrl,
        storage.accounts.grantAdd(CANARY_ACCOUNT),
        storage.forms.grantAdd(CANARY_ACCOUNT),
        storage.formSlugs.grantAdd(CANARY_FORM),
        storage.formJobs.grantName,
        storage.webhooks.grantKeyPrefix(CANARY_FORM, 'GetItem', 'PutItem'),
        storage.counters.grantKeyPrefix(CANARY_RUNS, 'GetItem', 'PutItem'),
      ],
    });
    // Webhook requests can't use IAM authentication, so the function checks the webhook signature instead.
    const { url } = run.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
    new Rule(this, 'Schedule', {
      description: 'Runs the canary',
      schedule: Schedule.rate(Duration.minutes(everyMinutes)),
      // The function's URL is passed in the event, because it can't be set in the function's own environment.
      targets: [
        new LambdaTarget(run.lambda, {
          event: RuleTargetInput.fromObject({ receiver_url: url }),
          retryAttempts: 0,
        }),
      ],
    });
    new ServiceAlarm(this, 'CanarySilent', {
      // The function also receives the webhooks, so its invocation count doesn't show whether a run
      // succeeded.
      metric: run.lambda.metricErrors({ period: Duration.minutes(everyMinutes) }),
      threshold: 1,
      evaluationPeriods: RUNS,
      notifyIfMissing: true,
      impact:
        'Three canary runs in a row submitted a form but received no webhook, or the canary stopped. Submissions or ' +
        'webhooks of users are probably affected too.',
      action: 'Check the log of the RunCanary function to see which step failed.',
    });
    new CfnOutput(this, 'CanaryFunction', { value: run.lambda.functionName }).overrideLogicalId(
      'CanaryFunction',
    );
    new CfnOutput(this, 'CanaryReceiver', { value: url }).overrideLogicalId('CanaryReceiver');
  }
}
