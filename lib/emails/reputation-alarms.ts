/** Creates alarms for the AWS account's bounce and complaint rates in SES. */
import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { ServiceAlarm } from '../alarms/service-alarm.ts';

/**
 * Creates the alarms for bounces and complaints. SES reviews accounts with 5% bounces or 0.1% complaints and
 * may pause sending at about twice those rates.
 */
export function makeReputationAlarms(scope: Construct): void {
  const rate = (metricName: string): Metric =>
    new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Average', period: Duration.hours(1) });
  new ServiceAlarm(scope, 'EmailsBounce', {
    metric: rate('Reputation.BounceRate'),
    threshold: 0.05,
    impact: 'The bounce rate has reached 5%. SES may pause all e-mail of this AWS account.',
    action: 'Find the form whose notifications or autoresponses bounce.',
  });
  new ServiceAlarm(scope, 'EmailsAreSpam', {
    metric: rate('Reputation.ComplaintRate'),
    threshold: 0.001,
    impact: 'The complaint rate has reached 0.1%. SES may pause all e-mail of this AWS account.',
    action: 'Find the form whose autoresponses are reported as spam.',
  });
}
