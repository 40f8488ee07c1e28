/** Simulates agents' callbacks, which answer challenges and receive events. */
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { SignedRequest } from '../../../lambdas/webhooks/delivery/envelope.ts';
import { outcomeOf, type SendOutcome } from '../../../lambdas/webhooks/sender/response-outcome.ts';
import type { Random } from '../random.ts';
import { responseOf, type Behaviour } from '../receiver.ts';

const DEADLINE = 10_000;
/** Number of secrets that a request can be signed with. */
const SIGNATURES = 3;

/** How a callback responds to events, and whether it answers challenges. */
export interface Callback {
  readonly behaviour: Behaviour;
  readonly answers: boolean;
  readonly recoversAt: number;
  /** Time that it takes to answer a challenge, in milliseconds. */
  readonly answersAfter: number;
}

const body = z.object({ data: z.object({ submission_id: z.string(), form_id: z.string() }) });
const question = z.object({ challenge: z.string() });

/** Returns the response to a challenge, and how long it takes. */
export function challenged(
  { answers, answersAfter }: Callback,
  text: string,
): { readonly takesMs: number; readonly result: { outcome: SendOutcome; body: string } } {
  const { challenge } = question.parse(JSON.parse(text));
  return {
    takesMs: answersAfter,
    result: {
      outcome: outcome(200, answersAfter),
      body: JSON.stringify({ challenge: answers ? challenge : '' }),
    },
  };
}

const outcome = (status: number, takesMs: number): SendOutcome =>
  outcomeOf(
    { status, contentEncoding: '', retryAfter: '', chunks: [], bytes: 0 },
    status === 0 ? 'No complete response arrived within 10 s.' : null,
    takesMs,
  );

/** Returns the ids in an event. */
export const idsIn = (text: string): { submission_id: string; form_id: string } =>
  body.parse(JSON.parse(text)).data;

/** Returns the response to an event, and how long it takes. */
export function notified(
  { behaviour, recoversAt }: Callback,
  random: Random,
  now: number,
): { readonly takesMs: number; readonly result: SendOutcome } {
  const { takesMs, status } = responseOf(behaviour, random, { now, recoversAt, deadlineMs: DEADLINE });
  return { takesMs, result: outcome(status, takesMs) };
}

/** Returns the agent's secrets that can verify the request. */
export function verifying(
  { headers, body: text }: Pick<SignedRequest, 'headers' | 'body'>,
  secrets: Iterable<string>,
): string[] {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const signatures = (headers['webhook-signature'] ?? '').split(' ');
  if (signatures.length > SIGNATURES) throw new Error(`${signatures.length} signatures`);
  return [...secrets].filter((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return signatures.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  });
}
