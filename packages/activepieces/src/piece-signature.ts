/** Verifies a webhook's signature (`webhook-signature`, Standard Webhooks). */
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns true if one of the signatures matches the body. The signature's age is not checked, because a flow
 * may run long after the request arrived.
 * @param headers headers with lowercase names
 * @param body as received
 * @param secret `whsec_` followed by base64, as returned when the webhook was created
 */
export function isSigned(
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  secret: string,
): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.`)
    .update(body)
    .digest();
  return (headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => Buffer.from(entry.slice('v1,'.length), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}
