/** Posts to a form of the service's own every few minutes, awaits its webhook, and rings when none comes back. */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { CANARY_ACCOUNT, CANARY_RUNS } from '../../lambdas/canary/canary.ts';
import { CANARY_FORM } from '../../lambdas/core/canary-ids.ts';
import { ServiceAlarm } from '../alarms/service-alarm.ts';
import { serviceMetric } from '../alarms/service-metrics.ts';
import { ServiceFunction, type Grant, type Stage } from '../service-function.ts';
import type { Storage } from '../storage.ts';

export interface ServiceCanaryProps extends Stage {
  readonly storage: Storage;
  readonly baseUrl: Grant;
  readonly everyMinutes: number;
}

/** Runs in a row of which one has to succeed. */
const RUNS = 3;

export class ServiceCanary extends Construct {
  constructor(scope: Construct, id: string, props: ServiceCanaryProps) {
    super(scope, id);
    const { storage, baseUrl, everyMinutes, settings, bundles } = props;
    const run = new ServiceFunction(this, 'RunCanary', {
      settings,
      bundles,
      entry: 'canary/run-canary',
      description: 'Posts to a form of the service itself and awaits its webhook',
      timeout: Duration.seconds(70),
      // Of forms, accounts and webhooks it may touch its own only, which have ids that are known.
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
    // Open to all, as webhooks come without credentials of AWS: what the service has not signed is refused.
    const { url } = run.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
    new Rule(this, 'Schedule', {
      description: 'Runs the canary',
      schedule: Schedule.rate(Duration.minutes(everyMinutes)),
      // The function cannot have its own URL in its environment.
      targets: [
        new LambdaTarget(run.lambda, {
          event: RuleTargetInput.fromObject({ receiver_url: url }),
          retryAttempts: 0,
        }),
      ],
    });
    new ServiceAlarm(this, 'CanarySilent', {
      metric: serviceMetric(settings, 'CanaryLatency', undefined, Stats.SAMPLE_COUNT).with({
        period: Duration.minutes(RUNS * everyMinutes),
      }),
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      threshold: 1,
      ringsWithoutData: true,
      meaning:
        'Three runs in a row, a post to a form has not come back as a webhook: visitors or receivers are likely to see the same.',
      remedy: 'The log of RunCanary says how far it came.',
      section: 'canarysilent',
    });
    new CfnOutput(this, 'CanaryFunction', { value: run.lambda.functionName }).overrideLogicalId(
      'CanaryFunction',
    );
    new CfnOutput(this, 'CanaryReceiver', { value: url }).overrideLogicalId('CanaryReceiver');
  }
}
