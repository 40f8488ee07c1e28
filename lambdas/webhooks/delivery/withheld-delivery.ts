/**
 * Defines the record of a submission that a webhook didn't receive because of its filter. The Deliveries
 * table stores the record under a key that no delivery uses, so that it never appears in a list of
 * deliveries.
 */
import * as z from 'zod';
import { DAY, epochSeconds, timestamp } from '../../core/clock.ts';
import { deliveryIdOf } from '../../core/ids.ts';
import { DELIVERY_DAYS } from './delivery.ts';

const KEY_PREFIX = 'filtered#';

export const withheldDelivery = z.object({
  /** The webhook's id with a prefix. */
  webhook_id: z.string(),
  /** The id that the delivery would have. */
  delivery_id: z.string(),
  event: z.literal('submission.created'),
  status: z.literal('filtered'),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.int(),
});
export type WithheldDelivery = z.infer<typeof withheldDelivery>;

/** Returns the key of the record. */
export const withheldKey = (webhookId: string, submissionId: string) => ({
  webhook_id: `${KEY_PREFIX}${webhookId}`,
  delivery_id: deliveryIdOf(webhookId, submissionId),
});

/** Returns the id of the webhook that a record belongs to. */
export const webhookOfWithheld = ({ webhook_id }: Pick<WithheldDelivery, 'webhook_id'>): string =>
  webhook_id.slice(KEY_PREFIX.length);

export function newWithheldDelivery(webhookId: string, submissionId: string, now: number): WithheldDelivery {
  const at = timestamp(now);
  return {
    ...withheldKey(webhookId, submissionId),
    event: 'submission.created',
    status: 'filtered',
    created_at: at,
    updated_at: at,
    expires_at: epochSeconds(now + DELIVERY_DAYS * DAY),
  };
}
