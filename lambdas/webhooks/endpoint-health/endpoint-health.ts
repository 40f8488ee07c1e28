/**
 * Updates the health of a webhook's endpoint when a delivery ends. The owner gets an e-mail when a delivery
 * first fails after its last attempt, at most once a day. If all deliveries have failed for days, the webhook
 * is disabled to avoid useless requests, and the owner gets another e-mail. A webhook is also disabled if the
 * response to the last attempt is 410, which means that the endpoint is permanently gone (RFC 9110, section
 * 15.5.11).
 *
 * The failure period starts when a delivery has used up its attempts, and ends with any 2xx response. A brief
 * outage therefore doesn't disable a rarely used webhook.
 */
import { DAY, timestamp } from '../../core/clock.ts';
import type { TellFailure } from '../delivery/tell-failure.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { SendOwnerEmail } from '../../emails/owner-email.ts';
import { formIdOfWebhook, type DisabledReason, type SigningWebhook, type Webhook } from '../webhook.ts';

/** HTTP status of an endpoint that is permanently gone. */
const GONE = 410;

/**
 * Updates an endpoint's health with conditional writes. The writes do nothing if the webhook has changed
 * since it was read.
 */
export interface EndpointHealthStore {
  /**
   * Records that the webhook has been failing since this time and starts a failing span. With `auto_recover`,
   * also flags the webhook for probes.
   * @param emailOwner if true, also flags the owner for an e-mail
   * @param from when the delivery failed, if that was before `since`
   */
  markFailing(of: Webhook, since: string, emailOwner: boolean, from?: string): Promise<void>;
  /**
   * Ends the failing span. With `auto_recover`, also stores that a recovery is due. Returns false if the span
   * had already ended.
   */
  markWorking(of: SigningWebhook, at: string): Promise<boolean>;
  /**
   * Disables the webhook and flags its owner for an e-mail. Starts a failing span if none is open.
   * @param from when the delivery failed, if that was before `at`
   */
  disable(of: Webhook, reason: DisabledReason, at: string, from?: string): Promise<void>;
  /** Records that the message about the failing webhook's probes has been queued. */
  probesQueued(of: SigningWebhook): Promise<void>;
  /**
   * Records that the webhook is being probed at this time. Returns false if the webhook was already probed at
   * this time, or if the failing span has ended.
   */
  markProbed(of: Webhook, due: string): Promise<boolean>;
  /** Marks the endpoint as slow (`slow-endpoint.ts`). */
  markSlow(of: Webhook, until: string): Promise<void>;
  /** Records that the e-mail about the failing webhook has been queued. */
  failingEmailQueued(of: SigningWebhook): Promise<void>;
  /** Records that the e-mail about the disabled webhook has been queued. */
  ownerEmailQueued(of: SigningWebhook): Promise<void>;
}

export interface EndpointHealthDeps {
  readonly health: EndpointHealthStore;
  readonly sendOwnerEmail: SendOwnerEmail;
  /** Queues a message that schedules the next probe of a failing webhook. */
  queueProbes(webhookId: string): Promise<void>;
  /** Requests the start of the recovery that is due. Never throws, because the sweeper repeats the request. */
  startRecovery(webhookId: string): Promise<void>;
  findWebhook(ownerId: string, webhookId: string): Promise<SigningWebhook | undefined>;
  /**
   * Notifies account-wide webhooks of a failed delivery. Absent where no webhook can subscribe to the event.
   */
  readonly tellFailure?: TellFailure | undefined;
}

/** A disabled webhook keeps its span until it is enabled, even if a test ping succeeds. */
const endsSpan = ({ enabled, failing_since }: Webhook): boolean => enabled && failing_since !== undefined;

/** Returns true if a finished delivery still has to update its endpoint's health. */
export function changesEndpointHealth(ended: Delivery, webhook: SigningWebhook | undefined): boolean {
  if (!webhook) return false;
  if (ended.status === 'succeeded') return endsSpan(webhook) || webhook.owner_email_due !== undefined;
  return ended.status === 'failed' && ended.event !== 'webhook.test';
}

/**
 * Updates the endpoint's health after a delivery has finished. Safe to repeat after a crash at any point.
 * Returns the webhook if the delivery failed.
 * @param disableAfterDays number of days without a success after which the webhook is disabled; 0 for never
 */
export async function updateEndpointHealth(
  ended: Delivery,
  ownerId: string,
  deps: EndpointHealthDeps,
  { now, disableAfterDays }: { now: number; disableAfterDays: number },
): Promise<SigningWebhook | undefined> {
  const { health, findWebhook } = deps;
  const webhook = await findWebhook(ownerId, ended.webhook_id);
  if (!webhook || !changesEndpointHealth(ended, webhook)) return undefined;
  if (ended.status === 'succeeded') {
    if (endsSpan(webhook)) {
      const hasEnded = await health.markWorking(webhook, timestamp(now));
      if (hasEnded && webhook.auto_recover === true) await deps.startRecovery(webhook.webhook_id);
    }
    // If a replay succeeds before the owner is notified that the webhook was disabled, the e-mail is still
    // due.
    await emailAboutDisabled(webhook, deps);
    return undefined;
  }
  await deps.tellFailure?.(ended, webhook.account_id);
  const failedAt = ended.failed_at ?? timestamp(now);
  const reason = reasonToDisable(ended, webhook, now, disableAfterDays);
  if (reason !== undefined) await health.disable(webhook, reason, timestamp(now), failedAt);
  else if (webhook.enabled && webhook.failing_since === undefined) {
    await health.markFailing(webhook, timestamp(now), mayGetAnotherEmail(webhook, now), failedAt);
  } else {
    await sendDue(webhook, deps);
    return webhook;
  }
  const changed = await findWebhook(ownerId, ended.webhook_id);
  if (changed) await sendDue(changed, deps);
  return changed;
}

function reasonToDisable(
  ended: Delivery,
  webhook: Webhook,
  now: number,
  disableAfterDays: number,
): DisabledReason | undefined {
  // Never disable an agent's subscription, which ends when the agent stops renewing it or loses access.
  if (!webhook.enabled || webhook.kind === 'mcp') return undefined;
  // If the webhook was changed after the delivery ended, its owner may have re-enabled it, so don't disable
  // it.
  if (ended.last_status_code === GONE && webhook.updated_at <= ended.updated_at) return 'gone';
  return hasFailedForDays(webhook, now, disableAfterDays) ? 'failing' : undefined;
}

/**
 * Returns true if the owner may get another e-mail about failures. Agents' subscriptions don't trigger
 * e-mails, because nobody can repair their endpoints in the console.
 */
function mayGetAnotherEmail({ kind, failing_email_at }: SigningWebhook, now: number): boolean {
  if (kind === 'mcp') return false;
  return failing_email_at === undefined || failing_email_at <= timestamp(now - DAY);
}

function hasFailedForDays({ failing_since }: Webhook, now: number, disableAfterDays: number): boolean {
  const limit = timestamp(now - disableAfterDays * DAY);
  return disableAfterDays > 0 && failing_since !== undefined && failing_since <= limit;
}

/** Queues the messages that are due: the e-mails to the owner and the message that starts the probes. */
async function sendDue(
  webhook: SigningWebhook,
  { health, sendOwnerEmail, queueProbes }: EndpointHealthDeps,
): Promise<void> {
  if (webhook.probe_due !== undefined) {
    await queueProbes(webhook.webhook_id);
    await health.probesQueued(webhook);
  }
  if (webhook.failing_email_due !== undefined) {
    await sendOwnerEmail({
      kind: 'webhook-failing',
      ...aboutWebhook(webhook, webhook.failing_email_due),
      failing_since: webhook.failing_email_due,
    });
    await health.failingEmailQueued(webhook);
  }
  await emailAboutDisabled(webhook, { health, sendOwnerEmail });
}

async function emailAboutDisabled(
  webhook: SigningWebhook,
  { health, sendOwnerEmail }: Pick<EndpointHealthDeps, 'health' | 'sendOwnerEmail'>,
): Promise<void> {
  if (webhook.owner_email_due === undefined) return;
  await sendOwnerEmail({
    kind: 'webhook-disabled',
    ...aboutWebhook(webhook, webhook.owner_email_due),
    failing_since: webhook.failing_since ?? webhook.owner_email_due,
    disabled_at: webhook.owner_email_due,
    reason: webhook.disabled_reason ?? 'failing',
  });
  await health.ownerEmailQueued(webhook);
}

const aboutWebhook = (webhook: SigningWebhook, due: string) => ({
  id: `${webhook.webhook_id}-${due}`,
  account_id: webhook.account_id,
  form_id: formIdOfWebhook(webhook),
  webhook_id: webhook.webhook_id,
  url: webhook.url,
  ...(webhook.auto_recover === true && { auto_recover: true as const }),
});
