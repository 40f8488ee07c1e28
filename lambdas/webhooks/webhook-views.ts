/** Builds the API representation of webhooks, including data that isn't stored with them. */
import type { Clock } from '../core/clock.ts';
import { toWebhookView, type Webhook, type WebhookView } from './webhook.ts';

export interface WebhookFacts {
  /** Returns the success rates of the last 24 hours. */
  readonly rates: {
    rates(webhookIds: readonly string[], now: number): Promise<ReadonlyMap<string, number | null>>;
  };
  readonly now: Clock;
}

/** Converts webhooks to the representation that clients see, in the same order. */
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

/** Converts a webhook to the representation that clients see. */
export async function viewOf(of: Webhook, facts: WebhookFacts): Promise<WebhookView> {
  const [view] = await viewsOf([of], facts);
  if (!view) throw new TypeError('The webhook has no view');
  return view;
}
