/** Verifies the signature of a webhook as Standard Webhooks define it (`webhook-signature`). */
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * @param headers with names in lower case
 * @param body as it came
 * @param secret `whsec_` and base64, as the service gave it when the webhook was made
 * @returns whether one of the signatures is that of this body. Its age is not judged: a flow may run later than it came.
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
