/** Verifies a webhook's signature (`webhook-signature`, Standard Webhooks). */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedRequest {
  /** Headers as passed by the platform, which adds `Http-` to the start of their names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body exactly as received. */
  readonly content: string;
}

/**
 * Returns true if one of the signatures matches the body. The signature's age is not checked, because the
 * platform may hold a request for hours before it runs the Zap.
 * @param secret `whsec_` followed by base64, as returned when the webhook was created
 */
export function isSigned({ headers, content }: SignedRequest, secret: string): boolean {
  const header = (name: string): string =>
    Object.entries(headers).find(([each]) => each.toLowerCase().replace(/^http-/, '') === name)?.[1] ?? '';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${header('webhook-id')}.${header('webhook-timestamp')}.${content}`)
    .digest();
  return header('webhook-signature')
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => Buffer.from(entry.slice('v1,'.length), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}
