/** Creates alarms for errors, latency and throttling that affect visitors and API clients. */
import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings/stage-settings.ts';
import { FIVE_MINUTES, ServiceAlarm } from './service-alarm.ts';
import { metricsNamespace, serviceMetric } from './service-metrics.ts';

export interface TrafficAlarmsProps {
  readonly settings: StageSettings;
  readonly apiId: string;
  /** The function that receives form submissions. */
  readonly ingest: IFunction;
  /** Log group of the API's functions and of the gateway. */
  readonly requests: ILogGroup;
}

/**
 * Minimum number of faults in five minutes. With fewer faults, the error rate is reported as 0%, so that a
 * few failed requests don't trigger the alarm.
 */
const MIN_FAULTS = 5;

export class TrafficAlarms extends Construct {
  /** Alarms that detect a bad deployment within minutes and trigger a rollback. */
  readonly rollbackAlarms: readonly ServiceAlarm[];

  constructor(scope: Construct, id: string, { settings, apiId, ingest, requests }: TrafficAlarmsProps) {
    super(scope, id);
    const apiMetric = { ...FIVE_MINUTES, namespace: 'AWS/ApiGateway', dimensionsMap: { ApiId: apiId } };
    const apiFaults = new ServiceAlarm(this, 'ApiFaults', {
      metric: new MathExpression({
        expression: `IF(faults >= ${MIN_FAULTS}, 100 * faults / requests, 0)`,
        usingMetrics: {
          faults: new Metric({ ...apiMetric, metricName: '5xx', statistic: 'Sum' }),
          requests: new Metric({ ...apiMetric, metricName: 'Count', statistic: 'Sum' }),
        },
        label: 'Failed requests, %',
        ...FIVE_MINUTES,
      }),
      threshold: 1,
      impact:
        'At least 1% of API requests fail with a 5xx error. Visitors, API clients and the console see errors.',
      action: 'Query the request log for the operations and errors.',
    });
    const postsFail = new ServiceAlarm(this, 'PostsFail', {
      metric: new MathExpression({
        // Without FILL, the sum has no data point when one of the metrics has none.
        expression: 'FILL(failed, 0) + FILL(crashed, 0)',
        usingMetrics: {
          failed: serviceMetric(settings, 'Posts', { outcome: 'failed' }),
          crashed: ingest.metricErrors(FIVE_MINUTES),
        },
        label: 'Failed posts',
        ...FIVE_MINUTES,
      }),
      threshold: 3,
      impact:
        'Form submissions fail with a server error. Visitors are asked to try again, and submissions may be lost.',
      action: 'Query the request log for errors of submitForm.',
    });
    this.rollbackAlarms = [apiFaults, postsFail];
    new ServiceAlarm(this, 'PostsSlow', {
      metric: ingest.metricDuration({ ...FIVE_MINUTES, statistic: 'p99' }),
      threshold: Duration.seconds(3).toMilliseconds(),
      evaluationPeriods: 3,
      impact:
        'For 15 minutes, 1% of form submissions have taken 3 seconds or longer. Visitors have to wait until their submission is accepted.',
      action:
        'Check the dashboard for throttled tables, then check cold starts and the time of challenge verification.',
    });
    new ServiceAlarm(this, 'PostsThrottled', {
      metric: countLines(this, 'ThrottledRequests', requests, settings, THROTTLED),
      threshold: 10,
      impact:
        "Form submissions are rejected because they exceed the API's limit or the concurrency of SubmitForm. Submissions may be lost.",
      action: 'Run the saved query "throttled posts". If they are not an attack, raise apiThrottle.',
    });
    if (settings.console)
      new ServiceAlarm(this, 'SignInsFail', {
        metric: countLines(this, 'FailedSignIns', requests, settings, '{ $.sign_in = * }').with({
          period: Duration.minutes(15),
        }),
        threshold: 5,
        impact: 'At least five sign-ins failed in 15 minutes. Members may not be able to use the console.',
        action: 'Find the reason in the request log, in lines with sign_in.',
      });
    new ServiceAlarm(this, 'FunctionsThrottled', {
      // The metric has no dimensions, because the concurrency limit covers all functions in the account and
      // region.
      metric: new Metric({
        ...FIVE_MINUTES,
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
      }),
      threshold: 5,
      impact:
        'Lambda is throttling functions because the AWS account has no concurrency left. Form submissions and API requests are rejected.',
      action:
        'Find out which functions use the concurrency, request a higher limit from AWS, or lower deliverConcurrency.',
    });
    new ServiceAlarm(this, 'TablesThrottled', {
      metric: serviceMetric(settings, 'ThrottledCalls'),
      threshold: 10,
      impact: 'DynamoDB is throttling requests. Responses are slower, and some requests may get a 503 error.',
      action: 'Search the logs for "DynamoDB table throttled" to find the table.',
    });
  }
}

/**
 * Matches log lines for requests that the gateway rejected because of the stage's rate limit, or that Lambda rejected
 * because the function had no concurrency left. In the second case, the function's status is the status code of
 * Lambda's own response (AWS: "Customize HTTP API access logs", `$context.integrationStatus`).
 */
const THROTTLED =
  '{ $.message = "access" && (($.status = "429" && $.function_status = "-") || $.function_status = "429") }';

/** Counts the log lines that match a pattern. CloudWatch only charges for this metric in hours with a match. */
function countLines(
  scope: Construct,
  metricName: string,
  logGroup: ILogGroup,
  settings: StageSettings,
  pattern: string,
): Metric {
  const filter = new MetricFilter(scope, metricName, {
    logGroup,
    metricNamespace: metricsNamespace(settings),
    metricName,
    filterPattern: FilterPattern.literal(pattern),
  });
  return filter.metric({ ...FIVE_MINUTES, statistic: 'Sum' });
}
