/** Checks that a request is a delivery of the service: by the signature of Standard Webhooks, over the raw bytes. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord, textIn } from '../service/unknown-value.ts';

export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes as they came: parsed and written again, JSON may have others. */
  readonly body: Buffer;
}

/** An event whose signature is right. */
export interface VerifiedEvent {
  /** The same in all attempts of a delivery. */
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The event, or why the request is refused. */
export type Verification = { readonly event: VerifiedEvent } | { readonly refused: string };

/**
 * Verifies the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks): of the signatures,
 * one for each secret that is valid now, one has to be right. Only the timestamp in the header is fresh in each attempt.
 * @param secret as the service gave it, with `whsec_`
 * @param config the present time in milliseconds, and by how many seconds a timestamp may be off it
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
    // Every entry is compared, so that the time tells nothing of which one was right.
    .map((each) => isSame(Buffer.from(each.slice('v1,'.length), 'base64'), right))
    .includes(true);
  if (!isRight) return { refused: 'The signature is wrong.' };
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // A timestamp that is no number is off by no number, and refused too.
  if (!(Math.abs(now / 1000 - seconds) <= toleranceSeconds))
    return { refused: `The request is more than ${toleranceSeconds} seconds old, or the clocks differ.` };
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
    return { refused: 'The body is no event: the webhook must have the format "standard".' };
  return { event: { id, type, created_at: textIn(event, 'created_at') ?? '', data } };
}
