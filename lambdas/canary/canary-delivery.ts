/**
 * Verifies a delivery to the canary as receivers are told to (docs/automations/verify-node.md), and not with the code that
 * signs it: a canary that shares its mistakes would hear nothing of them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

const SECOND_MS = 1000;
const OLDEST_SECONDS = 300;

export interface SignedDelivery {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Whether the service has signed this with the secret within five minutes. */
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

/** The field of a post that says which run it is of. */
export const RUN_FIELD = 'run';

const delivery = z.object({
  type: z.literal('submission.created'),
  data: z.object({ payload: z.object({ [RUN_FIELD]: z.uuid() }) }),
});

/** The run that a delivery is of; undefined of a test ping and anything else. */
export function runOf(body: Buffer): string | undefined {
  try {
    return delivery.parse(JSON.parse(body.toString('utf8'))).data.payload[RUN_FIELD];
  } catch {
    return undefined;
  }
}
