/** Names and units of the service's custom metrics. */

/** Custom metrics and their units. */
export const metricUnits = {
  /** Posts to forms, by `outcome`. */
  Posts: 'Count',
  /** Finished webhook deliveries, by `outcome`. */
  Deliveries: 'Count',
  /** Time from creating a delivery to its final result. */
  DeliveryAge: 'Milliseconds',
  /** Throttled DynamoDB calls, including retried ones. */
  ThrottledCalls: 'Count',
  /** Batches of stream records in the buckets for failed records. */
  FailedBatches: 'Count',
  /** Time from the canary's post to its webhook. */
  CanaryLatency: 'Milliseconds',
  /** Overdue deliveries that the sweeper found. */
  OverdueDeliveries: 'Count',
} as const;
export type MetricName = keyof typeof metricUnits;
