/** Explains in the user's language why a webhook delivery failed. */
import type { WebhooksTexts } from '../texts/webhooks/webhooks.en.ts';
import type { Delivery } from './webhook-queries.ts';

/**
 * Returns the reason why an attempt or a delivery failed, in the user's language. Falls back to English if
 * there is no translation.
 */
export function failureText(
  code: Delivery['last_error_code'],
  error: string | null,
  t: WebhooksTexts,
): string | null {
  const texts: Readonly<Record<string, string>> = t.errors;
  return texts[code ?? ''] ?? error;
}
