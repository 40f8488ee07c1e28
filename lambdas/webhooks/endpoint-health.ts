/**
 * Updates the health of a webhook's endpoint when a delivery has ended. A webhook whose deliveries have all failed
 * for days is disabled, and its owner gets an e-mail: each further delivery would cost five requests and reach
 * nobody.
 *
 * The clock starts when a delivery has used up its attempts, and any 2xx response stops it. So a webhook that is
 * used once a week is not disabled for one bad quarter of an hour: the delivery that disables it has failed five
 * times.
 */
import { DAY, timestamp } from '../core/clock.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { SendOwnerEmail } from '../emails/owner-email.ts';
import type { SigningWebhook, Webhook } from './webhook.ts';

/** Conditional writes: each does nothing when the webhook has changed since it was read. */
export interface EndpointHealthStore {
  markFailing(of: Webhook, since: string): Promise<void>;
  markWorking(of: Webhook): Promise<void>;
  /** Disables it and stores in the same write that its owner is to get an e-mail. */
  disableFailing(of: Webhook, at: string): Promise<void>;
  /** Its endpoint is slow (`slow-endpoint.ts`). */
  markSlow(of: Webhook, until: string): Promise<void>;
  /** The e-mail to the owner is on its queue. */
  ownerEmailQueued(of: SigningWebhook): Promise<void>;
}

export interface EndpointHealthDeps {
  readonly health: EndpointHealthStore;
  readonly sendOwnerEmail: SendOwnerEmail;
  findWebhook(formId: string, webhookId: string): Promise<SigningWebhook | undefined>;
}

/** Whether the health of the endpoint is to be updated for this delivery, which has ended. */
export function changesEndpointHealth(ended: Delivery, webhook: Webhook | undefined): boolean {
  if (!webhook) return false;
  if (ended.status === 'succeeded') return webhook.failing_since !== undefined;
  return ended.status === 'failed' && ended.event === 'submission.created';
}

/**
 * Updates the health of the endpoint for a delivery that has ended. May be repeated after a crash at any point of
 * it.
 * @param disableAfterDays days of failures without a success; 0 for never
 */
export async function updateEndpointHealth(
  ended: Delivery,
  formId: string,
  { health, sendOwnerEmail, findWebhook }: EndpointHealthDeps,
  { now, disableAfterDays }: { now: number; disableAfterDays: number },
): Promise<void> {
  const webhook = await findWebhook(formId, ended.webhook_id);
  if (!webhook || !changesEndpointHealth(ended, webhook)) return;
  if (ended.status === 'succeeded') return health.markWorking(webhook);
  if (webhook.enabled && webhook.failing_since === undefined) {
    return health.markFailing(webhook, timestamp(now));
  }
  if (webhook.enabled && hasFailedForDays(webhook, now, disableAfterDays)) {
    await health.disableFailing(webhook, timestamp(now));
    return emailOwner(await findWebhook(formId, ended.webhook_id), { health, sendOwnerEmail });
  }
  return emailOwner(webhook, { health, sendOwnerEmail });
}

function hasFailedForDays({ failing_since }: Webhook, now: number, disableAfterDays: number): boolean {
  const limit = timestamp(now - disableAfterDays * DAY);
  return disableAfterDays > 0 && failing_since !== undefined && failing_since <= limit;
}

async function emailOwner(
  webhook: SigningWebhook | undefined,
  { health, sendOwnerEmail }: Pick<EndpointHealthDeps, 'health' | 'sendOwnerEmail'>,
): Promise<void> {
  if (webhook?.owner_email_due === undefined) return;
  await sendOwnerEmail({
    kind: 'webhook-disabled',
    id: `${webhook.webhook_id}-${webhook.owner_email_due}`,
    account_id: webhook.account_id,
    form_id: webhook.form_id,
    webhook_id: webhook.webhook_id,
    url: webhook.url,
    failing_since: webhook.failing_since ?? webhook.owner_email_due,
    disabled_at: webhook.owner_email_due,
  });
  await health.ownerEmailQueued(webhook);
}
