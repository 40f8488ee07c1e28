/**
 * What the end of a delivery means for its webhook. One that has brought nothing but failures for days is disabled
 * and its owner is told: every further delivery would cost five requests and reach nobody.
 *
 * The clock starts when a delivery has used up its attempts, and any 2xx answer stops it. So a webhook that is used
 * once a week is not disabled for one bad quarter of an hour: the delivery that disables it has failed five times.
 */
import { DAY, timestamp } from '../core/clock.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { SendOwnerEmail } from '../emails/owner-email.ts';
import type { SigningWebhook, Webhook } from './webhook.ts';

/** Conditional writes: each does nothing when the webhook is no longer as it was read. */
export interface EndpointHealthStore {
  markFailing(of: Webhook, since: string): Promise<void>;
  markWorking(of: Webhook): Promise<void>;
  /** Disables it and remembers in the same write that the owner is to be told. */
  disableFailing(of: Webhook, at: string): Promise<void>;
  /** Its endpoint was slow (`slow-endpoint.ts`). */
  markSlow(of: Webhook, until: string): Promise<void>;
  /** The owner was told. */
  noticeSent(of: SigningWebhook): Promise<void>;
}

export interface EndpointHealthDeps {
  readonly health: EndpointHealthStore;
  readonly notify: SendOwnerEmail;
  findWebhook(formId: string, webhookId: string): Promise<SigningWebhook | undefined>;
}

/** Whether something follows from the end of this delivery. */
export function changesEndpointHealth(ended: Delivery, webhook: Webhook | undefined): boolean {
  if (!webhook) return false;
  if (ended.status === 'succeeded') return webhook.failing_since !== undefined;
  return ended.status === 'failed' && ended.event === 'submission.created';
}

/**
 * Does what follows from the end of a delivery. May be repeated after a crash at any point of it.
 * @param disableAfterDays of nothing but failures; 0 for never
 */
export async function updateEndpointHealth(
  ended: Delivery,
  formId: string,
  { health, notify, findWebhook }: EndpointHealthDeps,
  { now, disableAfterDays }: { now: number; disableAfterDays: number },
): Promise<void> {
  const webhook = await findWebhook(formId, ended.webhook_id);
  if (!webhook || !changesEndpointHealth(ended, webhook)) return;
  if (ended.status === 'succeeded') return health.markWorking(webhook);
  if (webhook.enabled && webhook.failing_since === undefined) {
    return health.markFailing(webhook, timestamp(now));
  }
  if (webhook.enabled && isBeyondHope(webhook, now, disableAfterDays)) {
    await health.disableFailing(webhook, timestamp(now));
    return tellOwner(await findWebhook(formId, ended.webhook_id), { health, notify });
  }
  return tellOwner(webhook, { health, notify });
}

function isBeyondHope({ failing_since }: Webhook, now: number, disableAfterDays: number): boolean {
  const limit = timestamp(now - disableAfterDays * DAY);
  return disableAfterDays > 0 && failing_since !== undefined && failing_since <= limit;
}

async function tellOwner(
  webhook: SigningWebhook | undefined,
  { health, notify }: Pick<EndpointHealthDeps, 'health' | 'notify'>,
): Promise<void> {
  if (webhook?.notice_due === undefined) return;
  await notify({
    kind: 'webhook-disabled',
    id: `${webhook.webhook_id}-${webhook.notice_due}`,
    account_id: webhook.account_id,
    form_id: webhook.form_id,
    webhook_id: webhook.webhook_id,
    url: webhook.url,
    failing_since: webhook.failing_since ?? webhook.notice_due,
    disabled_at: webhook.notice_due,
  });
  await health.noticeSent(webhook);
}
