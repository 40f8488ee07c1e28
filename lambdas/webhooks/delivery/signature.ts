/** Signs webhook requests in two ways: with `x-svc-signature` and with the headers of Standard Webhooks. */
import { createHmac, createSecretKey } from 'node:crypto';
import { epochSeconds } from '../../core/clock.ts';

/**
 * Returns `x-svc-signature`: HMAC-SHA256 over the raw body, keyed with the bytes of the whole secret,
 * including `whsec_` (docs/specification.md, "Webhook signature").
 */
export function svcSignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/**
 * Returns the headers of Standard Webhooks: `v1,` and base64 HMAC-SHA256 over `id.timestamp.body`, keyed with
 * the decoded part of each secret, with one entry per valid secret.
 */
export function standardWebhooksHeaders(
  secrets: readonly string[],
  message: { id: string; at: number; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = String(epochSeconds(message.at));
  const signatures = secrets.map((secret) => {
    // createHmac takes five times as long with raw key bytes as with a key object.
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
