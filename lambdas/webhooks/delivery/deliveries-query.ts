/** The query that selects deliveries of a webhook, and the name under which the list's cursors are signed. */
import * as z from 'zod';
import { pageQuery } from '../../core/pagination.ts';
import { INVALID_TIME_SPAN, isValidTimeSpan, queryTime } from '../../core/time-span.ts';
import { deliveryStatuses } from './delivery.ts';

/** Deliveries that a list has unless its query says otherwise (docs/specification.md, "Webhooks"). */
const LISTED = 50;

/** `since` is inclusive, `until` exclusive. */
const filter = {
  status: z.enum(deliveryStatuses).optional().describe('Only deliveries with this status.'),
  since: queryTime
    .optional()
    .describe('Only deliveries of submissions received, and test pings sent, at this time or later.'),
  until: queryTime
    .optional()
    .describe('Only deliveries of submissions received, and test pings sent, before this time.'),
};
/** Selects deliveries of a webhook; times are in milliseconds since the epoch. */
export type DeliveryFilter = z.output<z.ZodObject<typeof filter>>;

/** The query of a list of deliveries. */
export const deliveriesQuery = pageQuery
  .extend({ limit: pageQuery.shape.limit.unwrap().default(LISTED).describe('Rows of a page.'), ...filter })
  .refine(isValidTimeSpan, INVALID_TIME_SPAN);

/** The name of a list of deliveries, under which its cursors are signed: one name for each filter of each webhook. */
export function deliveryList(webhookId: string, { status, since, until }: DeliveryFilter): string {
  return `deliveries ${webhookId} ${JSON.stringify([status, since, until])}`;
}
