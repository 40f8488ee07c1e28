/**
 * Verifies webhook requests to the canary as we document it for webhook endpoints
 * (docs/automations/verify.md). Shares no code with the module that signs deliveries, because the canary
 * wouldn't detect a mistake in shared code.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

const SECOND_MS = 1000;
const OLDEST_SECONDS = 300;

export interface SignedDelivery {
  /** Request headers, keyed by lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Returns true if the service signed this delivery with the secret within the last five minutes. The smoke
 * test also uses this function.
 */
export function isSigned({ headers, body }: SignedDelivery, secret: string, now: number): boolean {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': at = '',
    'webhook-signature': signatures = '',
  } = headers;
  if (!(Math.abs(now / SECOND_MS - Number(at)) <= OLDEST_SECONDS)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest();
  return signatures.split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Name of the form field that contains the id of the canary run. */
export const RUN_FIELD = 'run';

const delivery = z.object({
  type: z.literal('submission.created'),
  data: z.object({ payload: z.object({ [RUN_FIELD]: z.uuid() }) }),
});

/**
 * Returns the id of the canary run that a delivery belongs to, or undefined for test pings and any other
 * requests.
 */
export function runOf(body: Buffer): string | undefined {
  try {
    return delivery.parse(JSON.parse(body.toString('utf8'))).data.payload[RUN_FIELD];
  } catch {
    return undefined;
  }
}
