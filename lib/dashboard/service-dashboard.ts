/**
 * Creates the stage's CloudWatch dashboard, which shows traffic, latency, errors and the metrics that drive
 * costs.
 */
import { Aws, Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { MetricName } from '../../lambdas/core/metric-units.ts';
import type { DeliveryQueues } from '../webhooks/delivery-queues.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';
import { FIVE_MINUTES } from '../alarms/service-alarm.ts';
import { serviceMetric } from '../alarms/service-metrics.ts';

export interface ServiceDashboardProps {
  readonly settings: StageSettings;
  readonly storage: Storage;
  readonly apiId: string;
  readonly ingest: IFunction;
  readonly queues: DeliveryQueues;
  readonly ladderArn: string;
  readonly requests: ILogGroup;
}

const HOUR = Duration.hours(1);

/**
 * Creates the stage's dashboard. A test ensures that it has at most 50 metrics, the limit of the CloudWatch
 * free tier.
 */
export function makeDashboard(scope: Construct, props: ServiceDashboardProps): void {
  const { settings, storage, apiId, ingest, queues, ladderArn, requests } = props;
  const metric = (name: MetricName, dimensions?: { readonly outcome: string }, statistic?: string) =>
    serviceMetric(settings, name, dimensions, statistic);
  const apiMetric = (metricName: string, statistic: string) =>
    new Metric({
      ...FIVE_MINUTES,
      namespace: 'AWS/ApiGateway',
      metricName,
      statistic,
      dimensionsMap: { ApiId: apiId },
      label: `${metricName} ${statistic}`,
    });
  const posts = (...outcomes: string[]) =>
    outcomes.map((outcome) => metric('Posts', { outcome }).with({ label: outcome }));
  const { submissions, counters, deliveries } = storage;
  const hourly = (namespace: string, metricName: string, dimensionsMap: Record<string, string> = {}) =>
    new Metric({
      namespace,
      metricName,
      dimensionsMap,
      statistic: Stats.SUM,
      period: HOUR,
      label: metricName,
    });
  new Dashboard(scope, 'Dashboard', {
    // The name contains the region, because dashboards are global.
    dashboardName: `svc-forms-${settings.stage}-${Aws.REGION}`,
    defaultInterval: Duration.days(1),
    widgets: [
      [
        graph('Form submissions by outcome', posts('stored', 'replay', 'spam', 'refused', 'failed')),
        graph(
          'Spam and submissions over the quota or rate limit',
          posts('spam', 'over-quota', 'rate-limited'),
        ),
        graph('Latency, ms', [
          apiMetric('Latency', 'p50'),
          apiMetric('Latency', 'p99'),
          ingest.metricDuration({ ...FIVE_MINUTES, statistic: 'p50', label: 'form post p50' }),
          ingest.metricDuration({ ...FIVE_MINUTES, statistic: 'p99', label: 'form post p99' }),
        ]),
      ],
      [
        graph('Requests and errors', [
          apiMetric('Count', 'Sum'),
          apiMetric('4xx', 'Sum'),
          apiMetric('5xx', 'Sum'),
        ]),
        graph('Deliveries by outcome', [
          metric('Deliveries', { outcome: 'succeeded' }).with({ label: 'succeeded' }),
          metric('Deliveries', { outcome: 'failed' }).with({ label: 'failed' }),
          metric('OverdueDeliveries').with({ label: 'overdue' }),
        ]),
        graph('Delivery age, s and ms', [
          queues.deliveries.queue.metricApproximateAgeOfOldestMessage({
            ...FIVE_MINUTES,
            label: 'oldest message, s',
          }),
          queues.slowDeliveries.queue.metricApproximateAgeOfOldestMessage({
            ...FIVE_MINUTES,
            label: 'oldest message to a slow endpoint, s',
          }),
          metric('DeliveryAge', { outcome: 'succeeded' }, 'p50').with({ label: 'delivered p50, ms' }),
          metric('DeliveryAge', { outcome: 'succeeded' }, 'p99').with({ label: 'delivered p99, ms' }),
        ]),
      ],
      [
        graph('Throttling and failed batches', [
          metric('ThrottledCalls').with({ label: 'throttled calls' }),
          metric('FailedBatches', undefined, 'Maximum').with({ label: 'failed batches' }),
          hourly('AWS/Lambda', 'Throttles').with(FIVE_MINUTES),
        ]),
        graph('Cost: requests, functions, retries', [
          hourly('AWS/ApiGateway', 'Count', { ApiId: apiId }),
          hourly('AWS/Lambda', 'Invocations'),
          hourly('AWS/Lambda', 'Duration').with({ label: 'Lambda, ms' }),
          hourly('AWS/States', 'ExecutionsStarted', { StateMachineArn: ladderArn }),
        ]),
        graph('Cost: table reads and writes, log volume', [
          ...Object.entries({ submissions, counters, deliveries }).flatMap(([name, { table }]) =>
            ['ConsumedWriteCapacityUnits', 'ConsumedReadCapacityUnits'].map((units) =>
              hourly('AWS/DynamoDB', units, { TableName: table.tableName }).with({
                label: `${name}: ${units.replace(/Consumed|CapacityUnits/g, '').toLowerCase()} units`,
              }),
            ),
          ),
          hourly('AWS/Logs', 'IncomingBytes', { LogGroupName: requests.logGroupName }).with({
            label: 'request log, bytes',
          }),
        ]),
      ],
      ...(settings.mailSender === undefined ? [] : [emails()]),
    ],
  });
}

function emails(): GraphWidget[] {
  const sesMetric = (metricName: string, statistic: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, statistic, period: HOUR });
  return [
    graph(
      'E-mails sent by the AWS account',
      ['Send', 'Delivery', 'Bounce', 'Complaint'].map((name) => sesMetric(name, 'Sum')),
    ),
    graph('SES reputation of the AWS account', [
      sesMetric('Reputation.BounceRate', 'Average'),
      sesMetric('Reputation.ComplaintRate', 'Average'),
    ]),
  ];
}

const graph = (title: string, left: IMetric[]): GraphWidget =>
  new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 } });
