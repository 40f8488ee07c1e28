/**
 * Checks that a request comes from the service by verifying the Standard Webhooks signature of the raw body.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord, textIn } from '../service/unknown-value.ts';

export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * The body as received. If the body were parsed and serialized again, its bytes could change, and the
   * signature wouldn't match.
   */
  readonly body: Buffer;
}

/** An event with a valid signature. */
export interface VerifiedEvent {
  /** Id of the delivery, which is the same for all attempts. */
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The event, or the reason for rejecting the request. */
export type Verification = { readonly event: VerifiedEvent } | { readonly refused: string };

/**
 * Verifies the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks). During
 * a secret rotation, there is a signature for each valid secret, and one of them must match. Each attempt has
 * a new timestamp.
 * @param secret as returned by the service, with `whsec_`
 * @param config the current time in milliseconds, and the timestamp tolerance in seconds
 */
export function verifyDelivery(
  { headers, body }: ReceivedRequest,
  secret: string,
  { now, toleranceSeconds }: { now: number; toleranceSeconds: number },
): Verification {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  });
  if (!id || !timestamp || !signatures) return { refused: 'The request has no signature.' };
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const isRight = signatures
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    // Compares every entry, so that the response time doesn't reveal which one matched.
    .map((each) => isSame(Buffer.from(each.slice('v1,'.length), 'base64'), right))
    .includes(true);
  if (!isRight) return { refused: 'The signature is invalid.' };
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // The negated comparison also rejects timestamps that are not numbers.
  if (!(Math.abs(now / 1000 - seconds) <= toleranceSeconds))
    return {
      refused: `The timestamp differs by more than ${toleranceSeconds} seconds. The request is too old, or the clocks differ.`,
    };
  return eventIn(body, id);
}

function isSame(sent: Buffer, right: Buffer): boolean {
  return sent.length === right.length && timingSafeEqual(sent, right);
}

function eventIn(body: Buffer, signedId: string): Verification {
  let event: unknown;
  try {
    event = JSON.parse(body.toString('utf8'));
  } catch {
    event = undefined;
  }
  const id = textIn(event, 'id');
  const type = textIn(event, 'type');
  const data = isRecord(event) ? event['data'] : undefined;
  if (id !== signedId || type === undefined || !isRecord(data))
    return { refused: 'The body is not an event. The webhook must have the format "standard".' };
  return { event: { id, type, created_at: textIn(event, 'created_at') ?? '', data } };
}
