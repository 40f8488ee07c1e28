/** Names of the service's custom metrics. */

/** Custom metrics with their units. */
export const metricUnits = {
  /** Posts to forms, by `outcome`. */
  Posts: 'Count',
  /** Finished webhook deliveries, by `outcome`. */
  Deliveries: 'Count',
  /** Time from the creation of a delivery to its end. */
  DeliveryAge: 'Milliseconds',
  /** Throttled DynamoDB calls, including those that were retried. */
  ThrottledCalls: 'Count',
  /** Batches of stream records in the buckets of failed records. */
  FailedBatches: 'Count',
  /** Time from the canary's post to its webhook. */
  CanaryLatency: 'Milliseconds',
  /** Overdue deliveries found by the sweep. */
  OverdueDeliveries: 'Count',
} as const;
export type MetricName = keyof typeof metricUnits;
