/** Signs webhook requests in two ways: `x-svc-signature`, and the headers of Standard Webhooks. */
import { createHmac, createSecretKey } from 'node:crypto';
import { epochSeconds } from '../../core/clock.ts';

/**
 * `x-svc-signature`: HMAC-SHA256 over the raw body, keyed with the bytes of the whole secret, `whsec_` included
 * (docs/specification.md, "Webhook signature").
 */
export function svcSignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/**
 * The headers of Standard Webhooks: `v1,` and base64 HMAC-SHA256 over `id.timestamp.body`, keyed with the
 * decoded part of each secret, one entry per secret that is valid now.
 */
export function standardWebhooksHeaders(
  secrets: readonly string[],
  message: { id: string; at: number; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = String(epochSeconds(message.at));
  const signatures = secrets.map((secret) => {
    // A key object: createHmac takes five times as long with the bytes of a key.
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
