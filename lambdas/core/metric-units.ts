/** The names of the service's own metrics. */

/** What the service measures, with the unit of each. */
export const metricUnits = {
  /** Posts to forms; dimension `outcome`. */
  Posts: 'Count',
  /** Deliveries of webhooks that ended; dimension `outcome`. */
  Deliveries: 'Count',
  /** From the making of a delivery to its end. */
  DeliveryAge: 'Milliseconds',
  /** Calls that DynamoDB refused because there were too many, those that were tried again included. */
  ThrottledCalls: 'Count',
  /** Batches of stream records that wait in the buckets of failed records. */
  FailedBatches: 'Count',
  /** From the canary's post to its webhook. */
  CanaryLatency: 'Milliseconds',
  /** Deliveries that the sweeper found overdue. */
  OverdueDeliveries: 'Count',
} as const;
export type MetricName = keyof typeof metricUnits;
