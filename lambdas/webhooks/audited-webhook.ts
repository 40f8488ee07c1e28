/** Returns a webhook's id and name for the audit log. */
import type { Webhook } from './webhook.ts';

/**
 * Returns the webhook's id and name. If it has no name, uses the host of its URL, because the rest of a URL
 * can contain secrets.
 */
export const auditedWebhook = ({
  webhook_id,
  name,
  url,
}: Pick<Webhook, 'webhook_id' | 'name' | 'url'>): {
  readonly id: string;
  readonly name: string;
} => ({
  id: webhook_id,
  name: name ?? new URL(url).host,
});
