/**
 * How a delivery goes from state to state (specification, "Webhook delivery"). Pure functions: given what is
 * stored, what is to be stored.
 *
 * A request is claimed before it leaves and recorded after the answer. A claim without a record, once its lease
 * is over, means that the sender died in between: the outcome is unknown and the attempt counts as failed, so the
 * receiver may see one delivery twice, never lose it (invariant 2).
 */
import { SECOND, timestamp } from '../../core/clock.ts';
import {
  sortAttempts,
  isFinal,
  isLost,
  unknownOutcome,
  type AttemptInFlight,
  type AttemptOutcome,
  type Delivery,
} from './delivery.ts';
import { cancelCheck, scheduleCheck } from './overdue-index.ts';

/** Entries of the log that are kept; replays may add any number. */
const LOG_LENGTH = 20;
/** How much longer than its request's deadline a claim lasts: time to record the answer, one slow call included. */
const TIME_TO_RECORD = 10 * SECOND;

export interface AttemptConfig {
  readonly deadlineMs: number;
  readonly maxAttempts: number;
  readonly retryWaitsSeconds: readonly number[];
}

/** Whether an automatic attempt is to be made now. */
export type NextStep =
  | { turn: 'make' }
  /** It is due later. */
  | { turn: 'early'; at: string }
  /** Somebody is at it until `until`. */
  | { turn: 'busy'; until: string }
  /** The delivery has ended. */
  | { turn: 'over' };

/** Decides about a delivery that is `settled`. */
export function nextStep(stored: Delivery, now: number): NextStep {
  if (isFinal(stored)) return { turn: 'over' };
  const other = stored.in_flight.find(({ automatic }) => automatic);
  if (other) return { turn: 'busy', until: other.lease_until };
  const at = stored.next_attempt_at;
  return at !== null && at > timestamp(now) ? { turn: 'early', at } : { turn: 'make' };
}

/** The delivery while its next request is being made, and that request. */
export function startAttempt(
  stored: Delivery,
  { automatic, claim }: Pick<AttemptInFlight, 'automatic' | 'claim'>,
  now: number,
  { deadlineMs }: AttemptConfig,
): { delivery: Delivery; request: AttemptInFlight } {
  const attempt = stored.attempts + 1;
  const leaseEnd = now + deadlineMs + TIME_TO_RECORD;
  const request = { attempt, at: timestamp(now), lease_until: timestamp(leaseEnd), automatic, claim };
  const delivery = {
    ...stored,
    attempts: attempt,
    in_flight: [...stored.in_flight, request],
    updated_at: timestamp(now),
  };
  if (!automatic) return { delivery, request };
  const counted = { ...delivery, automatic_attempts: stored.automatic_attempts + 1, next_attempt_at: null };
  return { delivery: scheduleCheck(counted, leaseEnd), request };
}

/**
 * The delivery after the outcome of request `attempt` is known: ended, or with the time of the next one. The very
 * same object when that outcome was recorded before, so that telling it twice does no harm. An outcome that comes
 * after its request was given up for lost takes the place of the unknown one.
 */
export function recordResult(
  stored: Delivery,
  attempt: number,
  outcome: AttemptOutcome,
  now: number,
  rules: AttemptConfig,
): Delivery {
  const begun = stored.in_flight.find((each) => each.attempt === attempt);
  const givenUp = stored.log.find((each) => each.attempt === attempt && each.error === unknownOutcome.error);
  if (!begun && (!givenUp || outcome.error === unknownOutcome.error)) return stored;

  const others = stored.log.filter((each) => each !== givenUp);
  const at = begun?.at ?? givenUp?.at ?? timestamp(now);
  const isLast = others.every((each) => each.attempt < attempt);
  const noted: Delivery = {
    ...stored,
    log: sortAttempts([...others, { attempt, at, ...outcome }]).slice(-LOG_LENGTH),
    in_flight: stored.in_flight.filter((each) => each !== begun),
    ...(isLast && { last_status_code: outcome.status_code, last_error: outcome.error }),
    updated_at: timestamp(now),
  };
  if (outcome.error === null) return { ...noted, status: 'succeeded', next_attempt_at: null };
  return begun?.automatic && !isFinal(stored) ? afterFailure(noted, now, rules) : noted;
}

function afterFailure(stored: Delivery, now: number, rules: AttemptConfig): Delivery {
  // A test ping is sent once (specification: "synchronous").
  const most = stored.event === 'webhook.test' ? 1 : rules.maxAttempts;
  const made = stored.automatic_attempts;
  const wait = made < most ? rules.retryWaitsSeconds[made - 1] : undefined;
  if (wait === undefined) return { ...stored, status: 'failed', next_attempt_at: null };
  const due = now + wait * SECOND;
  return scheduleCheck({ ...stored, status: 'retrying', next_attempt_at: timestamp(due) }, due);
}

/** The delivery with every request whose lease is over recorded as unknown; the very same object when none is. */
export function expireLeases(stored: Delivery, now: number, rules: AttemptConfig): Delivery {
  return stored.in_flight
    .filter((each) => isLost(each, now))
    .reduce((sofar, { attempt }) => recordResult(sofar, attempt, unknownOutcome, now, rules), stored);
}

/** The delivery when there is nobody left to deliver to; no attempt is made. */
export function giveUp(stored: Delivery, reason: string, now: number): Delivery {
  return cancelCheck({
    ...stored,
    status: 'failed',
    last_error: reason,
    next_attempt_at: null,
    updated_at: timestamp(now),
  });
}

/**
 * A delivery that was given up before its attempts were used up goes on, as when its submission was marked as spam
 * and then released. The very same object when there is nothing to take up again.
 */
export function reopen(
  stored: Delivery,
  now: number,
  { maxAttempts }: Pick<AttemptConfig, 'maxAttempts'>,
): Delivery {
  if (stored.status !== 'failed' || stored.automatic_attempts >= maxAttempts) return stored;
  const status = stored.automatic_attempts === 0 ? 'pending' : 'retrying';
  return scheduleCheck(
    { ...stored, status, next_attempt_at: timestamp(now), updated_at: timestamp(now) },
    now,
  );
}
