/** Describes whether a webhook is enabled, failing or disabled, and what the service will do next. */
import { isSpanOpen } from '../../lambdas/webhooks/endpoint-health/failure-span.ts';
import type { Webhook } from '../../lambdas/webhooks/webhook.ts';

type ShownWebhook = Pick<
  Webhook,
  | 'enabled'
  | 'disabled_reason'
  | 'failing_since'
  | 'auto_recover'
  | 'failure_id'
  | 'failure_from'
  | 'failure_until'
  | 'failure_count'
>;

/** Returns the state in a few words. `undefined` stands for a deleted webhook. */
export function webhookState(webhook: ShownWebhook | undefined): string {
  if (!webhook) return 'deleted';
  const { enabled, disabled_reason = 'by its owner', failing_since, auto_recover = false } = webhook;
  if (!enabled) {
    const willRecover = auto_recover && isSpanOpen(webhook);
    return `disabled (${disabled_reason})${willRecover ? ', sends missed submissions once it is enabled' : ''}`;
  }
  if (failing_since === undefined) return 'enabled';
  return `enabled, failing since ${failing_since}${auto_recover ? ', is probed and recovers automatically' : ''}`;
}
