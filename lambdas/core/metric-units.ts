/** Defines the names and units of the service's custom metrics. */

/** Custom metrics and their units. */
export const metricUnits = {
  /** Form submissions, by `outcome`. */
  Posts: 'Count',
  /** Finished webhook deliveries, by `outcome`. */
  Deliveries: 'Count',
  /** Time from the creation of a delivery to its final result. */
  DeliveryAge: 'Milliseconds',
  /** Throttled DynamoDB calls, including retried ones. */
  ThrottledCalls: 'Count',
  /** Batches of stream records in the buckets for failed records. */
  FailedBatches: 'Count',
  /** Dead letters of webhook deliveries and e-mails. */
  DeadNotifications: 'Count',
  /** Dead letters of all other queues. */
  DeadJobs: 'Count',
  /** Batches that waited too long, and queues that no function reads. */
  LateWork: 'Count',
  /** Submissions in the sweeper's sample that have no delivery for an enabled webhook. */
  MissedSubmissions: 'Count',
  /** Streams with a disabled or missing event source mapping. */
  StoppedStreams: 'Count',
  /** Overdue deliveries that the sweeper found. */
  OverdueDeliveries: 'Count',
} as const;
export type MetricName = keyof typeof metricUnits;
