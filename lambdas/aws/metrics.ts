/**
 * Adds CloudWatch metrics to log lines in the embedded metric format, from which CloudWatch extracts them
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html).
 * CloudWatch bills each combination of dimension values as a separate metric. Dimensions therefore only have a
 * few values and never contain ids (docs/decisions/0035-metrics-in-log-lines.md).
 */
import { metricUnits, type MetricName } from '../core/metric-units.ts';
import { readIfGiven } from '../environment.ts';

/** Maximum number of values per metric in one log line. */
const MAX_VALUES = 100;

export interface Metrics {
  readonly now: number;
  /** Metric values by name. Use a list to record several values of a metric. */
  readonly values: Readonly<Partial<Record<MetricName, number | readonly number[]>>>;
  readonly dimensions?: { readonly outcome: string };
}

/**
 * Returns the log line properties that produce these metrics, or none if there are no values or the stage has no
 * metrics namespace.
 */
export function metricMembers(
  { now, values, dimensions }: Metrics,
  namespace = readIfGiven('METRICS_NAMESPACE'),
): Record<string, unknown> {
  if (namespace === undefined || Object.keys(values).length === 0) return {};
  const measured = Object.entries(values).map(
    ([name, value]) =>
      [name as MetricName, typeof value === 'number' ? value : value.slice(0, MAX_VALUES)] as const,
  );
  return {
    ...dimensions,
    ...Object.fromEntries(measured),
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [Object.keys(dimensions ?? {})],
          Metrics: measured.map(([Name]) => ({ Name, Unit: metricUnits[Name] })),
        },
      ],
    },
  };
}
