/**
 * Defines the query parameters for a webhook's deliveries and the name that is used to sign the list's
 * cursors.
 */
import * as z from 'zod';
import { pageQuery } from '../../core/web/pagination.ts';
import { INVALID_TIME_SPAN, isValidTimeSpan, queryTime } from '../../core/time-span.ts';
import { deliveryStatuses } from './delivery.ts';

/** Default page size of a list of deliveries (docs/specification.md, "Webhooks"). */
const LISTED = 50;

/** `since` is inclusive, `until` exclusive. */
const filter = {
  status: z.enum(deliveryStatuses).optional().describe('Return only deliveries with this status.'),
  since: queryTime
    .optional()
    .describe(
      'Return only deliveries of submissions that were received, or test pings that were sent, at or after this time.',
    ),
  until: queryTime
    .optional()
    .describe(
      'Return only deliveries of submissions that were received, or test pings that were sent, before this time.',
    ),
};
/** Filters for a webhook's deliveries. Times are in milliseconds since the epoch. */
export type DeliveryFilter = z.output<z.ZodObject<typeof filter>>;

/** Query parameters for a list of deliveries. */
export const deliveriesQuery = pageQuery
  .extend({
    limit: pageQuery.shape.limit.unwrap().default(LISTED).describe('Maximum number of rows per page.'),
    ...filter,
  })
  .refine(isValidTimeSpan, INVALID_TIME_SPAN);

/**
 * Returns the list name that is part of each cursor's signature. The name contains the webhook and the
 * filter, so a cursor isn't valid for other lists.
 */
export function deliveryList(webhookId: string, { status, since, until }: DeliveryFilter): string {
  return `deliveries ${webhookId} ${JSON.stringify([status, since, until])}`;
}
