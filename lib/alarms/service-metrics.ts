/** Defines the custom metrics that the service's functions write to their logs. */
import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../../lambdas/core/metric-units.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { FIVE_MINUTES } from './service-alarm.ts';

/** Returns the CloudWatch namespace for the stage's metrics. */
export function metricsNamespace({ stage }: StageSettings): string {
  return `svc-forms-${stage}`;
}

/** Returns one of the service's custom metrics, aggregated over five minutes. */
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

/**
 * Returns the period for metrics that the sweeper writes. Two runs fit into this period, so it contains a
 * value even if a run starts late.
 */
export const twoSweeps = ({ sweepMinutes }: StageSettings): Duration => Duration.minutes(2 * sweepMinutes);
