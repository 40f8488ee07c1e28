/**
 * Defines a webhook's failing span, the time from the first delivery that failed after its last attempt until
 * the endpoint worked again. The webhook keeps its latest span so that all deliveries that failed during it
 * can be resent.
 */
import * as z from 'zod';
import { DAY, timestamp } from '../../core/clock.ts';

/** How long a span is shown after its end, in days. Failed deliveries are kept for this long. */
const SPAN_DAYS = 30;

export const autoRecover = z
  .boolean()
  .describe(
    'Whether to send missed submissions when the endpoint works again. While the webhook is failing, a failed delivery is sent again from time to time as a probe. The first success starts a recovery of all deliveries that failed. Defaults to false.',
  );

/** Stored attributes of the latest span. Absent if no delivery has ever failed. */
export const failureSpanAttributes = {
  /** Time when the span was recorded, which also identifies the span. */
  failure_id: z.string().optional(),
  /** Start of the span, no later than the time when its first delivery failed. */
  failure_from: z.string().optional(),
  /** End of the span. Absent while the span is open. */
  failure_until: z.string().optional(),
  /** Number of deliveries that failed in the span. */
  failure_count: z.int().optional(),
};
type Spanned = z.infer<z.ZodObject<typeof failureSpanAttributes>>;

/** The latest span as returned by the management API. */
export const lastFailure = z
  .object({
    since: z.string().describe('When the span began, at or before the first failure.'),
    until: z.string().nullable().describe('When the endpoint worked again. Null while it is failing.'),
    deliveries: z
      .int()
      .describe(
        'Number of deliveries that failed in the span after their last attempt, even if they have succeeded since.',
      ),
  })
  .nullable()
  .describe(
    'The last time span with failed deliveries. A recovery of this span resends all of them. Null if there was none, or if it ended more than 30 days ago.',
  );
type LastFailure = z.infer<typeof lastFailure>;

/** Returns true if deliveries are failing and nothing has succeeded since. */
export const isSpanOpen = ({ failure_from, failure_until }: Spanned): boolean =>
  failure_from !== undefined && failure_until === undefined;

/** Converts the latest span to its API representation. Returns null if it ended more than 30 days ago. */
export function lastFailureOf(
  { failure_from, failure_until, failure_count = 0 }: Spanned,
  now: number,
): LastFailure {
  if (failure_from === undefined) return null;
  if (failure_until !== undefined && failure_until < timestamp(now - SPAN_DAYS * DAY)) return null;
  return { since: failure_from, until: failure_until ?? null, deliveries: failure_count };
}
