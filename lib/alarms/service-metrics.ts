/** The metrics that the service's functions write into their log lines, as alarms and the dashboard read them. */
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../../lambdas/core/metric-units.ts';
import { metricsNamespace } from '../service-function.ts';
import type { StageSettings } from '../stage-settings.ts';
import { FIVE_MINUTES } from './service-alarm.ts';

export function serviceMetric(
  settings: StageSettings,
  metricName: MetricName,
  dimensionsMap?: { readonly outcome: string },
  statistic = 'Sum',
): Metric {
  return new Metric({
    ...FIVE_MINUTES,
    namespace: metricsNamespace(settings),
    metricName,
    statistic,
    ...(dimensionsMap && { dimensionsMap }),
  });
}
