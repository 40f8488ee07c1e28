/** The alarms on what visitors and programs meet: faults, slowness, throttling, and the good name of the e-mails. */
import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { serviceMetric } from './service-metrics.ts';
import type { StageSettings } from '../stage-settings.ts';
import { FIVE_MINUTES, ServiceAlarm } from './service-alarm.ts';

export interface TrafficAlarmsProps {
  readonly settings: StageSettings;
  readonly apiId: string;
  /** The function that takes posts to forms. */
  readonly ingest: IFunction;
}

/** Fewer faults than these in five minutes are no rate. */
const LEAST_FAULTS = 5;

export class TrafficAlarms extends Construct {
  /** Those that ring within minutes when new code fails. */
  readonly onBadCode: readonly ServiceAlarm[];

  constructor(scope: Construct, id: string, { settings, apiId, ingest }: TrafficAlarmsProps) {
    super(scope, id);
    const ofApi = { ...FIVE_MINUTES, namespace: 'AWS/ApiGateway', dimensionsMap: { ApiId: apiId } };
    const apiFaults = new ServiceAlarm(this, 'ApiFaults', {
      metric: new MathExpression({
        expression: `IF(faults >= ${LEAST_FAULTS}, 100 * faults / requests, 0)`,
        usingMetrics: {
          faults: new Metric({ ...ofApi, metricName: '5xx', statistic: 'Sum' }),
          requests: new Metric({ ...ofApi, metricName: 'Count', statistic: 'Sum' }),
        },
        label: 'Requests that fail, %',
        ...FIVE_MINUTES,
      }),
      threshold: 1,
      meaning:
        'At least one request of a hundred fails by our fault: visitors, programs and the console see errors.',
      remedy: 'Ask the request log which operations and errors they are.',
      section: 'apifaults',
    });
    const postsFail = new ServiceAlarm(this, 'PostsFail', {
      metric: new MathExpression({
        // A series without data is empty, and would make the sum empty, too.
        expression: 'FILL(failed, 0) + FILL(crashed, 0)',
        usingMetrics: {
          failed: serviceMetric(settings, 'Posts', { outcome: 'failed' }),
          crashed: ingest.metricErrors(FIVE_MINUTES),
        },
        label: 'Posts that fail',
        ...FIVE_MINUTES,
      }),
      threshold: 3,
      meaning:
        'Posts to forms fail by our fault: visitors are asked to try again and submissions may be lost.',
      remedy: 'Look at the errors of submitForm in the request log.',
      section: 'postsfail',
    });
    this.onBadCode = [apiFaults, postsFail];
    new ServiceAlarm(this, 'PostsSlow', {
      metric: ingest.metricDuration({ ...FIVE_MINUTES, statistic: 'p99' }),
      threshold: Duration.seconds(3).toMilliseconds(),
      periods: 3,
      meaning:
        'One post to a form of a hundred takes three seconds or more, for a quarter of an hour: visitors wait.',
      remedy:
        'Look on the dashboard whether tables throttle, or whether cold starts or the check of challenges take the time.',
      section: 'postsslow',
    });
    new ServiceAlarm(this, 'FunctionsThrottled', {
      // Without a dimension it is of all functions of the account and region, as is the limit that throttles them.
      metric: new Metric({
        ...FIVE_MINUTES,
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
      }),
      threshold: 5,
      meaning:
        'Functions are throttled, as the AWS account has no concurrency left: posts and calls are refused.',
      remedy: 'Find who uses it up, ask AWS for more, or lower deliverConcurrency.',
      section: 'functionsthrottled',
    });
    new ServiceAlarm(this, 'TablesThrottled', {
      metric: serviceMetric(settings, 'ThrottledCalls'),
      threshold: 10,
      meaning: 'DynamoDB throttles calls: requests are slower, and some may be answered with 503.',
      remedy: 'The log lines "table throttled" name the table.',
      section: 'tablesthrottled',
    });
    new ServiceAlarm(this, 'FailedRecordsWait', {
      metric: serviceMetric(settings, 'FailedBatches', undefined, 'Maximum'),
      threshold: 1,
      // The sweeper has what fan-out gave up done again by itself, in its next run.
      periods: 4,
      meaning:
        'Changes that a function gave up wait in a bucket: counts are short, or files or webhooks are left over.',
      remedy:
        'Find the error in the log of the function, mend it, then run npm run redrive -- --records with its name.',
      section: 'failedrecordswait',
    });
    if (settings.mailSender !== undefined) this.#reputation();
  }

  /** SES reviews an account at 5 % and 0.1 % and may stop its e-mails at twice as much or a little more. */
  #reputation(): void {
    const rate = (metricName: string): Metric =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Average', period: Duration.hours(1) });
    new ServiceAlarm(this, 'EmailsBounce', {
      metric: rate('Reputation.BounceRate'),
      threshold: 0.05,
      meaning: 'One e-mail of twenty bounces: SES may stop all e-mails of this AWS account.',
      remedy: 'Find the form whose recipients or autoresponses bounce.',
      section: 'emailsbounce',
    });
    new ServiceAlarm(this, 'EmailsAreSpam', {
      metric: rate('Reputation.ComplaintRate'),
      threshold: 0.001,
      meaning:
        'One e-mail of a thousand is complained about as spam: SES may stop all e-mails of this AWS account.',
      remedy: 'Find the form whose autoresponses are complained about.',
      section: 'emailsarespam',
    });
  }
}
