/** Says in the user's language why a webhook delivery failed. */
import type { WebhooksTexts } from '../texts/webhooks/webhooks.en.ts';
import type { Delivery } from './webhook-queries.ts';

/** Returns why an attempt or a delivery failed, in the user's language. English if the reason has no text yet. */
export function failureText(
  code: Delivery['last_error_code'],
  error: string | null,
  t: WebhooksTexts,
): string | null {
  const texts: Readonly<Record<string, string>> = t.errors;
  return texts[code ?? ''] ?? error;
}
