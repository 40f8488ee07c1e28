/**
 * Probes failing webhooks with `auto_recover`. A probe sends the webhook's oldest failed delivery again. The
 * retry state machine waits for each probe time, as it does for delivery attempts, but with the webhook's id
 * instead of a delivery's id.
 */
import { ownerIdOfWebhook } from '../../core/ids.ts';
import { timestamp } from '../../core/clock.ts';
import { nextProbeAt } from '../endpoint-health/probe-times.ts';
import type { FailedPosition, FailedSpan } from '../recovery/recovery.ts';
import type { SigningWebhook } from '../webhook.ts';
import type { DeliveryProgress } from './delivery-state.ts';
import type { DeliveryConfig } from './record-outcome.ts';
import { probe, type DeliveryDeps } from './run-delivery.ts';

export interface ProbeDeps extends DeliveryDeps {
  /** Returns the first deliveries that failed in a span, oldest first. */
  oldestFailed(span: FailedSpan, limit: number): Promise<FailedPosition[]>;
}

export interface ProbeConfig extends DeliveryConfig {
  /** Probe times in seconds after the start of the failing span (`probe-times.ts`). */
  readonly probeTimesSeconds: readonly number[];
}

/** Maximum number of failed deliveries to try if their submissions were deleted or marked as spam. */
const MAX_SKIPPED = 50;

const FINISHED: DeliveryProgress = { kind: 'finished' };

/**
 * Probes the webhook if a probe is due, and returns the time of the next probe. Returns `finished` if the
 * webhook works again, was deleted or disabled, or if its account is suspended.
 * @param due the probe time that a retry execution waited for, if there is one, in milliseconds since the epoch
 */
export async function runProbe(
  webhookId: string,
  due: number | undefined,
  deps: ProbeDeps,
  config: ProbeConfig,
): Promise<DeliveryProgress> {
  const webhook = await deps.findWebhook(ownerIdOfWebhook(webhookId) ?? '', webhookId);
  const since = webhook?.enabled && webhook.auto_recover ? webhook.failing_since : undefined;
  if (!webhook || since === undefined || (await deps.isSuspended(webhook.account_id))) return FINISHED;
  const isDue =
    due !== undefined && due <= deps.now() && due === nextProbeAt(since, due - 1, config.probeTimesSeconds);
  // A message can arrive twice, but only its first arrival triggers a probe.
  const makesProbe = isDue && (await deps.health.markProbed(webhook, timestamp(due)));
  if (makesProbe && (await probeOldest(webhook, since, deps, config))) return FINISHED;
  return { kind: 'wait', until: timestamp(nextProbeAt(since, deps.now(), config.probeTimesSeconds)) };
}

/** Sends the oldest failed delivery that can be sent. Returns true if the endpoint accepted it. */
async function probeOldest(
  { webhook_id, failure_from }: SigningWebhook,
  failing_since: string,
  deps: ProbeDeps,
  config: ProbeConfig,
): Promise<boolean> {
  const since = failure_from ?? failing_since;
  // The period must not be empty, even if another function's clock is ahead.
  const until = timestamp(Math.max(deps.now(), Date.parse(since) + 1));
  const span = { webhook_id, since, until };
  for (const { delivery_id } of await deps.oldestFailed(span, MAX_SKIPPED)) {
    const accepted = await probe(delivery_id, deps, config);
    if (accepted !== undefined) return accepted;
  }
  return false;
}
