/**
 * Computes the analytics for the localized endpoints: delivery counts per submission and submission counts
 * per day.
 */
import { sumOf, type DayCount } from '../forms/counts/day-counts.ts';
import { deliveryStatuses, type Delivery } from '../webhooks/delivery/delivery.ts';

/** Counts a submission's deliveries by status. */
export function deliveryCounts(
  deliveries: readonly Pick<Delivery, 'status'>[],
): { total: number } & Record<Delivery['status'], number> {
  const counts = { total: deliveries.length, pending: 0, retrying: 0, succeeded: 0, failed: 0 };
  for (const status of deliveryStatuses)
    counts[status] = deliveries.filter((each) => each.status === status).length;
  return counts;
}

/** Counts a form's submissions on each of these days. */
export function formCounts(
  days: readonly string[],
  counted: ReadonlyMap<string, DayCount>,
): { received_30d: number; spam_30d: number; by_day: { date: string; received: number; spam: number }[] } {
  const counts = days.map((date) => counted.get(date) ?? { received: 0, spam: 0, unread: 0 });
  const by_day = days.map((date, index) => {
    const { received = 0, spam = 0 } = counts[index] ?? {};
    return { date, received, spam };
  });
  const { received, spam } = sumOf(counts);
  return { received_30d: received, spam_30d: spam, by_day };
}
