/** Verifies the signature of a webhook as Standard Webhooks define it (`webhook-signature`). */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedRequest {
  /** Names as the platform gives them, which puts `Http-` in front of each. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, character by character as it came. */
  readonly content: string;
}

/**
 * @param secret `whsec_` and base64, as the service gave it when the webhook was made
 * @returns whether one of the signatures is that of this body. Its age is not judged: the platform may hold a request
 *   back for hours before it runs the Zap.
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
