/**
 * The state machine of deliveries (docs/specification.md, "Deliveries"): pure functions that decide what is
 * to be done with a delivery, and that give the delivery after each event. `run-delivery.ts` loads, asks `decide`
 * and performs.
 *
 * Every request is claimed before it leaves and recorded after its response: `startAttempt`, `recordResult`. The
 * claim is a lease. A lease that ends without a record means that the sender died: the outcome is unknown and the
 * attempt counts as failed (`expireLeases`). So a receiver may see one delivery twice and never misses one
 * (invariant 2).
 */
import { SECOND, timestamp } from '../../core/clock.ts';
import type { Submission } from '../../submissions/submission.ts';
import { isSlow } from '../slow-endpoint.ts';
import type { SigningWebhook } from '../webhook.ts';
import {
  sortAttempts,
  isFinal,
  isExpired,
  unknownOutcome,
  type AttemptInFlight,
  type AttemptOutcome,
  type Delivery,
} from './delivery.ts';
import { cancelCheck, scheduleCheck } from './overdue-index.ts';

/** The log keeps the last requests only; replays may add any number. */
const LOG_LENGTH = 20;
/**
 * A lease lasts this much longer than the request's deadline: time to record the response, one slow call included.
 */
const TIME_TO_RECORD = 10 * SECOND;
/** Replays of one delivery that may be in flight at once. */
const REPLAYS_AT_ONCE = 10;

export interface AttemptConfig {
  /** Longest time from a request to the end of its response, in milliseconds. */
  readonly deadlineMs: number;
  readonly maxAttempts: number;
  /** The waits after the first, second, … failed attempt. */
  readonly retryWaitsSeconds: readonly number[];
}

/** A delivery and what it depends on, as they were just read. */
export interface DeliveryState {
  /** After `expireLeases`: every request in flight may still be recorded. */
  readonly delivery: Delivery;
  /** Undefined when it was deleted. */
  readonly webhook: SigningWebhook | undefined;
  /** Undefined when it was deleted, and for a test ping. */
  readonly submission: Pick<Submission, 'status'> | undefined;
  /** Whether the operator has suspended the account. Of a test ping it is not asked: its caller was checked. */
  readonly isSuspended: boolean;
  /** The claim of the caller, which decides again after each write that it lost. */
  readonly claim: string;
}

/** The next attempt is due at `until`. */
export interface Wait {
  readonly kind: 'wait';
  readonly until: string;
}
/** Another sender is making an attempt; its lease ends at `until`. */
export interface Busy {
  readonly kind: 'busy';
  readonly until: string;
}
/** The delivery has succeeded or failed: nothing more is sent. */
export interface Finished {
  readonly kind: 'finished';
}
/**
 * The endpoint is slow: the attempt belongs into the queue of slow endpoints, where it holds up no other delivery.
 */
export interface Slow {
  readonly kind: 'slow';
}
/** Nobody is left to deliver to: the delivery fails, and no attempt is made. */
export interface GiveUp {
  readonly kind: 'give-up';
  /** A sentence for the owner of the form. */
  readonly reason: string;
}
/** Claim the attempt, then send it. */
export interface MakeAttempt {
  readonly kind: 'make-attempt';
  readonly webhook: SigningWebhook;
}
/** The caller's own claim is stored, although the response to its write got lost: send that request. */
export interface SendClaimed {
  readonly kind: 'send-claimed';
  readonly webhook: SigningWebhook;
  readonly attempt: AttemptInFlight;
}
/** A replay is not made. */
export interface Refuse {
  readonly kind: 'refuse';
  readonly reason: 'account-suspended' | 'webhook-gone' | 'submission-gone' | 'too-many-replays';
}

/** How far a delivery is, when its caller has nothing to do. */
export type DeliveryProgress = Wait | Busy | Finished;
/** What is to be done with a delivery whose schedule is asked for. */
export type Decision = DeliveryProgress | Slow | GiveUp | MakeAttempt | SendClaimed;
/** What is to be done with a delivery that its owner wants to be replayed. */
export type ReplayDecision = Refuse | MakeAttempt | SendClaimed;

/**
 * Decides what the schedule asks for now.
 * @param deferSlow true where a slow endpoint would hold up other deliveries
 */
export function decide(state: DeliveryState & { readonly deferSlow: boolean }, now: number): Decision {
  const { delivery, webhook, claim, deferSlow } = state;
  const obstacle = obstacleTo(state);
  const own = delivery.in_flight.find((each) => each.claim === claim);
  if (own && webhook && obstacle === undefined) return { kind: 'send-claimed', webhook, attempt: own };
  const progress = progressOf(delivery, now);
  if (progress.kind !== 'wait' || progress.until > timestamp(now)) return progress;
  if (obstacle !== undefined || !webhook) return { kind: 'give-up', reason: obstacle ?? '' };
  if (deferSlow && isSlow(webhook, now)) return { kind: 'slow' };
  return { kind: 'make-attempt', webhook };
}

/**
 * Decides about a replay. A replay is sent at once, whatever the schedule says, and also to a webhook that is
 * disabled: its owner asks for it.
 */
export function decideReplay(state: DeliveryState): ReplayDecision {
  const { delivery, webhook, submission, isSuspended, claim } = state;
  if (isSuspended) return { kind: 'refuse', reason: 'account-suspended' };
  if (!webhook) return { kind: 'refuse', reason: 'webhook-gone' };
  if (delivery.event === 'submission.created' && submission?.status !== 'received') {
    return { kind: 'refuse', reason: 'submission-gone' };
  }
  const own = delivery.in_flight.find((each) => each.claim === claim);
  if (own) return { kind: 'send-claimed', webhook, attempt: own };
  const replays = delivery.in_flight.filter(({ automatic }) => !automatic);
  if (replays.length >= REPLAYS_AT_ONCE) return { kind: 'refuse', reason: 'too-many-replays' };
  return { kind: 'make-attempt', webhook };
}

/** How far a delivery is by itself. An attempt that is due gives a `wait` until now or earlier. */
export function progressOf(stored: Delivery, now: number): DeliveryProgress {
  if (isFinal(stored)) return { kind: 'finished' };
  const inFlight = stored.in_flight.find(({ automatic }) => automatic);
  if (inFlight) return { kind: 'busy', until: inFlight.lease_until };
  return { kind: 'wait', until: stored.next_attempt_at ?? timestamp(now) };
}

/** Why no attempt may be made; undefined when nothing is in the way (invariant 3). */
function obstacleTo({ delivery, webhook, submission, isSuspended }: DeliveryState): string | undefined {
  if (!webhook) return 'the webhook was deleted';
  if (delivery.event === 'webhook.test') return undefined;
  if (isSuspended) return 'the account is suspended';
  if (!webhook.enabled) return 'the webhook was disabled';
  if (submission?.status !== 'received') return 'the submission was deleted or marked as spam';
  return undefined;
}

/** The delivery with its next request claimed, and that request. */
export function startAttempt(
  stored: Delivery,
  { automatic, claim }: Pick<AttemptInFlight, 'automatic' | 'claim'>,
  now: number,
  { deadlineMs }: AttemptConfig,
): { delivery: Delivery; attempt: AttemptInFlight } {
  const number = stored.attempts + 1;
  const leaseEnd = now + deadlineMs + TIME_TO_RECORD;
  const at = timestamp(now);
  const attempt = {
    attempt: number,
    at,
    lease_until: timestamp(leaseEnd),
    automatic,
    claim,
  };
  const delivery = {
    ...stored,
    attempts: number,
    in_flight: [...stored.in_flight, attempt],
    updated_at: at,
  };
  if (!automatic) return { delivery, attempt };
  const counted = { ...delivery, automatic_attempts: stored.automatic_attempts + 1, next_attempt_at: null };
  return { delivery: scheduleCheck(counted, leaseEnd), attempt };
}

/**
 * The delivery with the outcome of request number `attempt`: ended, or with the time of the next attempt.
 *
 * Recording an outcome twice does no harm: the second time gives the very same object. An outcome that comes after
 * the lease was over replaces the unknown one.
 */
export function recordResult(
  stored: Delivery,
  attempt: number,
  outcome: AttemptOutcome,
  now: number,
  config: AttemptConfig,
): Delivery {
  const inFlight = stored.in_flight.find((each) => each.attempt === attempt);
  const unknown = stored.log.find((each) => each.attempt === attempt && each.error === unknownOutcome.error);
  if (!inFlight && (!unknown || outcome.error === unknownOutcome.error)) return stored;

  const others = stored.log.filter((each) => each !== unknown);
  const at = inFlight?.at ?? unknown?.at ?? timestamp(now);
  const { retry_after_seconds, ...logged } = outcome;
  const isLast = others.every((each) => each.attempt < attempt);
  const recorded: Delivery = {
    ...stored,
    log: sortAttempts([...others, { attempt, at, ...logged }]).slice(-LOG_LENGTH),
    in_flight: stored.in_flight.filter((each) => each !== inFlight),
    ...(isLast && { last_status_code: outcome.status_code, last_error: outcome.error }),
    updated_at: timestamp(now),
  };
  if (outcome.error === null) {
    return { ...recorded, status: 'succeeded', failed_at: undefined, next_attempt_at: null };
  }
  return inFlight?.automatic && !isFinal(stored)
    ? afterFailure(recorded, now, config, retry_after_seconds)
    : recorded;
}

/**
 * @param retryAfter seconds that the receiver asks for. They make the wait of the schedule longer, at most twice as
 * long, and never shorter (docs/specification.md, "Retry schedule")
 */
function afterFailure(stored: Delivery, now: number, config: AttemptConfig, retryAfter = 0): Delivery {
  // A test ping is sent once: its caller waits for the outcome.
  const limit = stored.event === 'webhook.test' ? 1 : config.maxAttempts;
  const made = stored.automatic_attempts;
  const wait = made < limit ? config.retryWaitsSeconds[made - 1] : undefined;
  if (wait === undefined) return failed(stored, now);
  const due = now + Math.min(Math.max(wait, retryAfter), 2 * wait) * SECOND;
  return scheduleCheck({ ...stored, status: 'retrying', next_attempt_at: timestamp(due) }, due);
}

/**
 * The delivery with every request whose lease is over recorded as unknown; the very same object when there is
 * none.
 */
export function expireLeases(stored: Delivery, now: number, config: AttemptConfig): Delivery {
  return stored.in_flight
    .filter((each) => isExpired(each, now))
    .reduce((sofar, { attempt }) => recordResult(sofar, attempt, unknownOutcome, now, config), stored);
}

/** The delivery failed without another attempt, with the reason as its last error. */
export function giveUp(stored: Delivery, reason: string, now: number): Delivery {
  return cancelCheck(failed({ ...stored, last_error: reason, updated_at: timestamp(now) }, now));
}

/** A test ping is not among what a recovery sends again. */
function failed(stored: Delivery, now: number): Delivery {
  const failed_at = stored.event === 'submission.created' ? timestamp(now) : undefined;
  return { ...stored, status: 'failed', failed_at, next_attempt_at: null };
}

/**
 * The delivery due again, when it was given up before its attempts were used up: its submission was marked as spam
 * and is released now. The very same object when there is nothing to reopen.
 */
export function reopen(
  stored: Delivery,
  now: number,
  { maxAttempts }: Pick<AttemptConfig, 'maxAttempts'>,
): Delivery {
  if (stored.status !== 'failed' || stored.automatic_attempts >= maxAttempts) return stored;
  return dueAgain(stored, now);
}

/**
 * The failed delivery due again, with all attempts of the schedule before it. The very same object when it has not
 * failed, or has failed after `until` only: then it was sent again already.
 */
export function reopenForRecovery(
  stored: Delivery,
  { recovery_id, until }: { readonly recovery_id: string; readonly until: string },
  now: number,
): Delivery {
  const { status, failed_at } = stored;
  if (status !== 'failed' || failed_at === undefined || failed_at >= until) return stored;
  return { ...dueAgain({ ...stored, automatic_attempts: 0 }, now), recovery_id };
}

function dueAgain(stored: Delivery, now: number): Delivery {
  const status = stored.attempts === 0 ? 'pending' : 'retrying';
  return scheduleCheck(
    { ...stored, status, failed_at: undefined, next_attempt_at: timestamp(now), updated_at: timestamp(now) },
    now,
  );
}
