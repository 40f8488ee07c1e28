/**
 * Implements the delivery state machine (docs/specification.md, "Deliveries"). Pure functions decide a
 * delivery's next step and return the delivery after each event. `run-delivery.ts` loads the delivery, calls
 * `decide` and performs the step.
 *
 * Each request is claimed before it is sent and recorded after the response (`startAttempt`, `recordResult`).
 * The claim is a lease. If a lease ends without a recorded outcome, the sender crashed. The outcome is then
 * unknown, and the attempt counts as failed (`expireLeases`). A receiver may therefore get a delivery twice,
 * but never misses one (invariant 2).
 */
import { SECOND, timestamp } from '../../core/clock.ts';
import type { Submission } from '../../submissions/submission.ts';
import { failureSentences } from './failure-codes.ts';
import { isSlow } from '../endpoint-health/slow-endpoint.ts';
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

/**
 * Maximum number of requests in the log. Older requests are dropped, because the number of replays is
 * unlimited.
 */
const LOG_LENGTH = 20;
/**
 * Time between the request's deadline and the end of its lease, in milliseconds. It gives the sender time to
 * record the response, even if a write is slow.
 */
const TIME_TO_RECORD = 10 * SECOND;
/**
 * Maximum jitter, as a fraction of the wait. Jitter only makes waits longer, and prevents deliveries that
 * failed together from being retried together.
 */
const JITTER = 0.1;
/** Maximum number of concurrent replays of a delivery. */
const REPLAYS_AT_ONCE = 10;

export interface AttemptConfig {
  /** Maximum time from sending a request to the end of its response, in milliseconds. */
  readonly deadlineMs: number;
  readonly maxAttempts: number;
  /** Seconds to wait after each failed attempt, starting with the first. */
  readonly retryWaitsSeconds: readonly number[];
  /** Returns a random number from 0 to 1. If absent, waits have no jitter. */
  readonly random?: (() => number) | undefined;
}

/** A delivery and all other data that determines its next step, as read from the tables. */
export interface DeliveryState {
  /**
   * The delivery after `expireLeases`. Outcomes of requests that are still in flight may be recorded later.
   */
  readonly delivery: Delivery;
  /** Undefined if the webhook was deleted. */
  readonly webhook: SigningWebhook | undefined;
  /** Undefined if the submission was deleted, and for test pings. */
  readonly submission: Pick<Submission, 'status'> | undefined;
  /**
   * True if the operator has suspended the account. Not read for test pings, because their caller has already
   * been checked.
   */
  readonly isSuspended: boolean;
  /** Name of the caller's claim. */
  readonly claim: string;
}

/** The next attempt is scheduled for `until`. */
export interface Wait {
  readonly kind: 'wait';
  readonly until: string;
}
/** Another sender is making an attempt. Its lease ends at `until`. */
export interface Busy {
  readonly kind: 'busy';
  readonly until: string;
}
/** The delivery has succeeded or failed. No more requests are sent. */
export interface Finished {
  readonly kind: 'finished';
}
/**
 * The endpoint is slow, so the attempt moves to the slow-endpoint queue, where it doesn't delay other
 * deliveries.
 */
export interface Slow {
  readonly kind: 'slow';
}
/** The delivery can no longer succeed, so it fails without another attempt. */
export interface GiveUp {
  readonly kind: 'give-up';
  /** The reason, as a sentence for the form's owner. */
  readonly reason: string;
}
/** The attempt must be claimed and then sent. */
export interface MakeAttempt {
  readonly kind: 'make-attempt';
  readonly webhook: SigningWebhook;
}
/**
 * This caller's claim is stored, but the response to that write was lost. The claimed request must be sent.
 */
export interface SendClaimed {
  readonly kind: 'send-claimed';
  readonly webhook: SigningWebhook;
  readonly attempt: AttemptInFlight;
}
/** The delivery can't be used as a probe. */
interface Skip {
  readonly kind: 'skip';
}
export interface Refuse {
  readonly kind: 'refuse';
  readonly reason: 'account-suspended' | 'webhook-gone' | 'submission-gone' | 'too-many-replays';
}

/** The state of a delivery that needs no action from the caller. */
export type DeliveryProgress = Wait | Busy | Finished;
/** A delivery's next step according to its schedule. */
export type Decision = DeliveryProgress | Slow | GiveUp | MakeAttempt | SendClaimed;
/** A delivery's next step after the owner requests a replay. */
export type ReplayDecision = Refuse | MakeAttempt | SendClaimed;

/**
 * Decides the delivery's next step according to its schedule.
 * @param deferSlow if true, doesn't call slow endpoints, because they would delay other deliveries
 */
export function decide(state: DeliveryState & { readonly deferSlow: boolean }, now: number): Decision {
  const { delivery, webhook, claim, deferSlow } = state;
  const obstacle = blockedReason(state);
  const own = delivery.in_flight.find((each) => each.claim === claim);
  if (own && webhook && obstacle === undefined) return { kind: 'send-claimed', webhook, attempt: own };
  const progress = progressOf(delivery, now);
  if (progress.kind !== 'wait' || progress.until > timestamp(now)) return progress;
  if (obstacle !== undefined || !webhook) return { kind: 'give-up', reason: obstacle ?? '' };
  if (deferSlow && isSlow(webhook, now)) return { kind: 'slow' };
  return { kind: 'make-attempt', webhook };
}

/**
 * Decides whether to replay a delivery. Replays ignore the schedule and are also sent to disabled webhooks,
 * because the owner requested them.
 */
export function decideReplay(state: DeliveryState): ReplayDecision {
  const { delivery, webhook, submission, isSuspended, claim } = state;
  if (isSuspended) return { kind: 'refuse', reason: 'account-suspended' };
  if (!webhook) return { kind: 'refuse', reason: 'webhook-gone' };
  if (!isSubmissionSendable(delivery, submission)) {
    return { kind: 'refuse', reason: 'submission-gone' };
  }
  const own = delivery.in_flight.find((each) => each.claim === claim);
  if (own) return { kind: 'send-claimed', webhook, attempt: own };
  const replays = delivery.in_flight.filter(({ automatic }) => !automatic);
  if (replays.length >= REPLAYS_AT_ONCE) return { kind: 'refuse', reason: 'too-many-replays' };
  return { kind: 'make-attempt', webhook };
}

/**
 * Decides whether to send a failed delivery as a probe of a failing webhook. Deliveries that are being sent
 * are skipped so that a receiver doesn't get the same delivery twice at the same time.
 */
export function decideProbe(state: DeliveryState): MakeAttempt | SendClaimed | Skip {
  const { delivery, webhook, claim } = state;
  if (!webhook || blockedReason(state) !== undefined) return { kind: 'skip' };
  const own = delivery.in_flight.find((each) => each.claim === claim);
  if (own) return { kind: 'send-claimed', webhook, attempt: own };
  const isIdle = delivery.status === 'failed' && delivery.in_flight.length === 0;
  return isIdle ? { kind: 'make-attempt', webhook } : { kind: 'skip' };
}

/**
 * Returns a delivery's state without starting a request. If the delivery is ready for an attempt, returns a
 * `wait` with an `until` that isn't in the future.
 */
export function progressOf(stored: Delivery, now: number): DeliveryProgress {
  if (isFinal(stored)) return { kind: 'finished' };
  const inFlight = stored.in_flight.find(({ automatic }) => automatic);
  if (inFlight) return { kind: 'busy', until: inFlight.lease_until };
  return { kind: 'wait', until: stored.next_attempt_at ?? timestamp(now) };
}

/** Returns the reason why no attempt may be made, or undefined if an attempt is allowed (invariant 3). */
function blockedReason({ delivery, webhook, submission, isSuspended }: DeliveryState): string | undefined {
  if (!webhook) return failureSentences['webhook-deleted'];
  if (delivery.event === 'webhook.test') return undefined;
  if (isSuspended) return failureSentences['account-suspended'];
  if (!webhook.enabled) return failureSentences['webhook-disabled'];
  if (!isSubmissionSendable(delivery, submission)) return failureSentences['submission-unavailable'];
  return undefined;
}

/**
 * Returns true if the delivery's event can still be sent. A new submission must not be spam. A changed
 * submission can be spam, because the change may have marked it as spam. A deletion or a failed delivery
 * doesn't need a submission.
 */
export function isSubmissionSendable(
  { event }: Pick<Delivery, 'event'>,
  submission: Pick<Submission, 'status'> | undefined,
): boolean {
  if (event === 'submission.created') return submission?.status === 'received';
  return event === 'webhook.test' || isSentAfterDeletion({ event }) || submission !== undefined;
}

/** Returns true if the delivery's event can be sent after its submission was deleted. */
export const isSentAfterDeletion = ({ event }: Pick<Delivery, 'event'>): boolean =>
  event === 'submission.deleted' || event === 'delivery.failed';

/** Claims a delivery's next request. Returns the delivery with the claim and the request. */
export function startAttempt(
  stored: Delivery,
  { automatic, claim, probe }: Pick<AttemptInFlight, 'automatic' | 'claim' | 'probe'>,
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
    ...(probe && { probe }),
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
 * Returns the delivery with the outcome of request number `attempt`. The delivery has then either finished or
 * has a time for its next attempt.
 *
 * Recording an outcome twice is harmless because the second call returns the same object. An outcome that
 * arrives after its lease has ended replaces the unknown outcome.
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
  const { retry_after_seconds, is_final, ...received } = outcome;
  const logged = stored.submission_deleted ? { ...received, response_excerpt: null } : received;
  const probe = inFlight?.probe ?? unknown?.probe;
  const isLast = others.every((each) => each.attempt < attempt);
  const recorded: Delivery = {
    ...stored,
    log: sortAttempts([...others, { attempt, at, ...(probe && { probe }), ...logged }]).slice(-LOG_LENGTH),
    in_flight: stored.in_flight.filter((each) => each !== inFlight),
    ...(isLast && { last_status_code: outcome.status_code, last_error: outcome.error }),
    updated_at: timestamp(now),
  };
  if (outcome.error === null) {
    return { ...recorded, status: 'succeeded', failed_at: undefined, next_attempt_at: null };
  }
  if (!inFlight?.automatic || isFinal(stored)) return recorded;
  return is_final ? failed(recorded, now) : afterFailure(recorded, now, config, retry_after_seconds);
}

/**
 * Returns the delivery after a failed attempt: either with a time for the next attempt, or failed.
 * @param retryAfter number of seconds that the receiver asked the service to wait. This value can at most
 *   double the scheduled wait and never shortens it (docs/specification.md, "Retry schedule").
 */
function afterFailure(stored: Delivery, now: number, config: AttemptConfig, retryAfter = 0): Delivery {
  // Test pings are sent only once, because the caller waits for the outcome.
  const limit = stored.event === 'webhook.test' ? 1 : config.maxAttempts;
  const made = stored.automatic_attempts;
  const wait = made < limit ? config.retryWaitsSeconds[made - 1] : undefined;
  if (wait === undefined) return failed(stored, now);
  const scheduled = Math.ceil(Math.min(Math.max(wait, retryAfter), 2 * wait) * SECOND);
  const due = now + scheduled + Math.floor(scheduled * JITTER * (config.random?.() ?? 0));
  return scheduleCheck({ ...stored, status: 'retrying', next_attempt_at: timestamp(due) }, due);
}

/**
 * Returns the delivery with an unknown outcome for every expired lease. Returns the same object if no lease
 * has expired.
 */
export function expireLeases(stored: Delivery, now: number, config: AttemptConfig): Delivery {
  return stored.in_flight
    .filter((each) => isExpired(each, now))
    .reduce((sofar, { attempt }) => recordResult(sofar, attempt, unknownOutcome, now, config), stored);
}

/** Marks the delivery as failed without another attempt. The reason becomes its last error. */
export function failWithoutAttempt(stored: Delivery, reason: string, now: number): Delivery {
  return cancelCheck(failed({ ...stored, last_error: reason, updated_at: timestamp(now) }, now));
}

/** Test pings don't get a `failed_at`, because recoveries don't resend them. */
function failed(stored: Delivery, now: number): Delivery {
  const failed_at = stored.event !== 'webhook.test' ? timestamp(now) : undefined;
  return { ...stored, status: 'failed', failed_at, next_attempt_at: null };
}

/**
 * Reopens a delivery that was abandoned because its submission was marked as spam. Call this when the
 * submission has been released. The delivery is sent immediately. Returns the same object if there is nothing
 * to reopen.
 */
export function reopen(
  stored: Delivery,
  now: number,
  { maxAttempts }: Pick<AttemptConfig, 'maxAttempts'>,
): Delivery {
  if (stored.status !== 'failed' || stored.automatic_attempts >= maxAttempts) return stored;
  return rescheduled(stored, now);
}

/**
 * Reopens a failed delivery with a new schedule of attempts that starts now. Returns the same object if the
 * delivery has succeeded, or if this recovery has already reopened it. If the delivery's schedule is still
 * running, keeps the schedule and only sets the recovery's id.
 */
export function reopenForRecovery(
  stored: Delivery,
  { recovery_id }: { readonly recovery_id: string },
  now: number,
): Delivery {
  const isOurs = stored.recovery_id === recovery_id;
  if (stored.status === 'succeeded' || (isOurs && stored.automatic_attempts > 0)) return stored;
  if (stored.status === 'failed')
    return { ...rescheduled({ ...stored, automatic_attempts: 0 }, now), recovery_id };
  return isOurs ? stored : { ...stored, recovery_id };
}

function rescheduled(stored: Delivery, now: number): Delivery {
  const status = stored.attempts === 0 ? 'pending' : 'retrying';
  return scheduleCheck(
    {
      ...stored,
      status,
      failed_at: undefined,
      recovery_id: undefined,
      next_attempt_at: timestamp(now),
      updated_at: timestamp(now),
    },
    now,
  );
}
