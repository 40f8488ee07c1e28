/**
 * Verifies that the owner of a callback URL wants to receive events: the endpoint must return the random text
 * from a signed request (docs/specification.md, "Events for agents").
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { DAY, epochSeconds, MINUTE, SECOND } from '../../core/clock.ts';
import type { WindowLimit } from '../../core/counters/counter-limit.ts';
import type { RandomBytes } from '../../core/random.ts';
import { failureCodeOf, type FailureCode } from '../../webhooks/delivery/failure-codes.ts';
import type { WebhookSender } from '../../webhooks/sender/webhook-sender.ts';
import { requestHeaders } from '../../webhooks/subscriptions/event-request.ts';
import { MAX_OF_PRINCIPAL } from '../../webhooks/subscriptions/subscription.ts';
import type { CallbackFailure } from './event-errors.ts';

/** Maximum time for a callback to answer, in milliseconds. */
export const CHALLENGE_DEADLINE = 5 * SECOND;

/** How long an answered challenge is remembered, in milliseconds. */
const REMEMBERED_FOR = DAY;

const CHALLENGES_A_MINUTE = 60;

/** Prefix of the names of this file's counters. */
export const CHALLENGE_COUNTER = 'challenges#';

/** Returns the counter for challenges to a host in the clock minute that contains `at`. */
export const challengeCounter = (host: string, at: number): WindowLimit =>
  minuteCounter(`host#${digestOf(host)}`, CHALLENGES_A_MINUTE, at);

/**
 * Returns the counter for subscriptions that a key or connection is creating. If the function stops before it
 * releases a unit, the unit is available again from the next clock minute.
 */
export const creationCounter = (principalId: string, at: number): WindowLimit =>
  minuteCounter(`creating#${principalId}`, MAX_OF_PRINCIPAL, at);

function minuteCounter(name: string, limit: number, at: number): WindowLimit {
  const minute = Math.floor(at / MINUTE);
  const endsAt = (minute + 1) * MINUTE;
  const counter = `${CHALLENGE_COUNTER}${name}#${minute}`;
  return { counter, limit, expiresAt: epochSeconds(endsAt) + 60, endsAt };
}

/**
 * Returns the item that records that the callback has answered a challenge for this principal. It expires
 * after 24 hours.
 */
export const answeredCounter = (principalId: string, url: string, at: number) => ({
  counter: `${CHALLENGE_COUNTER}answered#${principalId}#${digestOf(url)}`,
  expires_at: epochSeconds(at + REMEMBERED_FOR),
});

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Returns true if the host is the local machine. Challenges to the local machine don't count towards the
 * limit.
 */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

const answer = z.object({ challenge: z.string() });

/** The subscription to create if the callback answers the challenge. */
interface Challenged {
  readonly webhook_id: string;
  readonly url: string;
  readonly secret: string;
}

/** Sends a challenge. Returns the reason why it failed, or undefined if the callback answered it. */
export async function challenge(
  of: Challenged,
  { ask, now, random }: Pick<WebhookSender, 'ask'> & { readonly now: number; readonly random: RandomBytes },
): Promise<CallbackFailure | undefined> {
  const nonce = textOf(random(32));
  const body = JSON.stringify({ type: 'verification', challenge: nonce });
  const id = `msg_verification_${textOf(random(16))}`;
  const headers = requestHeaders(of, id, body, now);
  const { outcome, body: answered } = await ask({ url: of.url, headers, body, secrets: [of.secret] });
  if (outcome.error !== null) return failureOf(outcome.status_code, failureCodeOf(outcome.error));
  return isAnswer(answered, nonce) ? undefined : 'challenge_failed';
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

function isAnswer(body: string, nonce: string): boolean {
  let sent: string;
  try {
    sent = answer.parse(JSON.parse(body)).challenge;
  } catch {
    return false;
  }
  const [one, other] = [Buffer.from(sent), Buffer.from(nonce)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function failureOf(status: number, code: FailureCode): CallbackFailure {
  if (status >= 500) return 'http_5xx';
  if (status >= 400) return 'http_4xx';
  if (code === 'timeout' || code === 'connection-timeout') return 'timeout';
  if (code === 'tls-failed' || code.startsWith('certificate-')) return 'tls_error';
  // Treat a redirect or an invalid HTTP response as a wrong answer to the challenge.
  if (status > 0 || RESPONDED.has(code)) return 'challenge_failed';
  return 'connection_refused';
}

const RESPONDED: ReadonlySet<FailureCode> = new Set([
  'invalid-http',
  'headers-too-large',
  'wrong-content-length',
]);
