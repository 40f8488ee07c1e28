/** Explains in the user's language why a webhook delivery failed. */
import type { WebhooksTexts } from '../texts/webhooks/webhooks.en.ts';
import type { Delivery } from './webhook-queries.ts';

/**
 * Returns the reason for an attempt's or a delivery's failure in the user's language. If there is no
 * translation, returns the service's English message.
 */
export function failureText(
  code: Delivery['last_error_code'],
  error: string | null,
  t: WebhooksTexts,
): string | null {
  const texts: Readonly<Record<string, string>> = t.errors;
  return texts[code ?? ''] ?? error;
}
