/** Signs webhook requests with `x-svc-signature` and with the Standard Webhooks headers. */
import { createHmac, createSecretKey, sign } from 'node:crypto';
import { epochSeconds } from '../../core/clock.ts';
import { signingKeyOf } from '../signing/key-pair.ts';

/** All valid secrets and private keys of a webhook, newest first. */
export interface SigningKeys {
  readonly secrets: readonly string[];
  readonly privateKeys: readonly string[];
}

/**
 * Returns the value of `x-svc-signature`, an HMAC-SHA256 of the raw body. The key is the whole secret as
 * bytes, including `whsec_` (docs/specification.md, "Webhook signature").
 */
export function svcSignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/**
 * Returns the Standard Webhooks headers. For each valid secret, they contain `v1,` followed by the base64
 * HMAC-SHA256 of `id.timestamp.body`. The key is the decoded part of the secret. For each valid private key,
 * they contain `v1a,` followed by the base64 Ed25519 signature of the same text.
 */
export function standardWebhooksHeaders(
  { secrets, privateKeys }: SigningKeys,
  message: { id: string; at: number; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = String(epochSeconds(message.at));
  const signed = `${message.id}.${seconds}.${message.body}`;
  const symmetric = secrets.map((secret) => {
    // Create a key object, because `createHmac` takes five times as long with raw key bytes.
    const key = createSecretKey(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  const asymmetric = privateKeys.map(
    (key) => `v1a,${sign(null, Buffer.from(signed), signingKeyOf(key)).toString('base64')}`,
  );
  return {
    'webhook-id': message.id,
    'webhook-timestamp': seconds,
    'webhook-signature': [...symmetric, ...asymmetric].join(' '),
  };
}
