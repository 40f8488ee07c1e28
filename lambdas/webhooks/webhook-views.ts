/** Builds the API representation of webhooks, with the facts that aren't stored with them. */
import type { Clock } from '../core/clock.ts';
import { toWebhookView, type Webhook, type WebhookView } from './webhook.ts';

export interface WebhookFacts {
  /** Returns the success rates of the last 24 hours. */
  readonly rates: {
    rates(webhookIds: readonly string[], now: number): Promise<ReadonlyMap<string, number | null>>;
  };
  readonly now: Clock;
}

/** Returns the webhooks in the same order as they are shown to clients. */
export async function viewsOf(
  webhooks: readonly Webhook[],
  { rates, now }: WebhookFacts,
): Promise<WebhookView[]> {
  const at = now();
  const found = await rates.rates(
    webhooks.map(({ webhook_id }) => webhook_id),
    at,
  );
  return webhooks.map((of) => toWebhookView(of, found.get(of.webhook_id) ?? null, at));
}

/** Returns a webhook as it is shown to clients. */
export async function viewOf(of: Webhook, facts: WebhookFacts): Promise<WebhookView> {
  const [view] = await viewsOf([of], facts);
  if (!view) throw new TypeError('The webhook has no view');
  return view;
}
