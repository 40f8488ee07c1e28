/**
 * Deliveries: one submission (or test ping) on its way to one webhook.
 *
 * An attempt is claimed before the request leaves and recorded after the answer. A claim without a record,
 * once its lease is over, means that the sender died in between: the outcome is unknown and the attempt
 * counts as failed, so the receiver may see one delivery twice, never lose it (invariant 2).
 */
import * as z from 'zod';
import { DAY, epochSeconds, SECOND, timestamp } from './clock.ts';
import { deliveryIdOf } from './ids.ts';

export const deliveryStatuses = ['pending', 'retrying', 'succeeded', 'failed'] as const;

export const events = ['submission.created', 'webhook.test'] as const;
export type WebhookEvent = (typeof events)[number];

const KEPT_DAYS = 30;
/** Entries of the log that are kept; replays may add any number. */
const LOG_LENGTH = 20;

const attemptRecord = z.object({
  attempt: z.int(),
  at: z.string(),
  duration_ms: z.number(),
  /** 0 when nothing answered. */
  status_code: z.int(),
  error: z.string().nullable(),
  response_excerpt: z.string().nullable(),
});
export type AttemptRecord = z.infer<typeof attemptRecord>;

/** A delivery as it is stored. */
export const delivery = z.object({
  webhook_id: z.string(),
  delivery_id: z.string(),
  event: z.enum(events),
  submission_id: z.string().nullable(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  last_status_code: z.int().nullable(),
  last_error: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  log: z.array(attemptRecord),
  /** The attempt that is being made, and until when nobody else may make it. */
  in_flight: z.object({ attempt: z.int(), at: z.string(), lease_until: z.string() }).nullable(),
  expires_at: z.int(),
  /** Counts the writes, so that of two racing changes neither is lost. */
  version: z.int(),
});
export type Delivery = z.infer<typeof delivery>;

/** A delivery as the management API shows it. */
export const deliveryView = delivery
  .omit({ delivery_id: true, in_flight: true, expires_at: true, version: true })
  .extend({ id: z.string() });
export type DeliveryView = z.infer<typeof deliveryView>;

/** What came of one request. `error` is null exactly when the answer was 2xx. */
export type AttemptOutcome = Omit<AttemptRecord, 'attempt' | 'at'>;

export function newDelivery(webhookId: string, submissionId: string, now: number): Delivery {
  return {
    webhook_id: webhookId,
    delivery_id: deliveryIdOf(webhookId, submissionId),
    event: 'submission.created',
    submission_id: submissionId,
    status: 'pending',
    attempts: 0,
    last_status_code: null,
    last_error: null,
    next_attempt_at: timestamp(now),
    created_at: timestamp(now),
    updated_at: timestamp(now),
    log: [],
    in_flight: null,
    expires_at: epochSeconds(now + KEPT_DAYS * DAY),
    version: 1,
  };
}

export const isFinal = ({ status }: Pick<Delivery, 'status'>): boolean =>
  status === 'succeeded' || status === 'failed';

/** Who may make an automatic attempt, given what is stored. */
export type Turn =
  /** Make it. */
  | { turn: 'make' }
  /** Another invocation is at it until `until`. */
  | { turn: 'wait'; until: string }
  /** Its maker died before recording; record that, then go on as after a failure. */
  | { turn: 'lost' }
  /** It was made before, or the delivery has ended. */
  | { turn: 'over' };

/** Decides whether attempt `attempt` is to be made now. */
export function turnOf(stored: Delivery, attempt: number, now: number): Turn {
  if (isFinal(stored)) return { turn: 'over' };
  if (stored.in_flight) {
    if (stored.in_flight.lease_until > timestamp(now))
      return { turn: 'wait', until: stored.in_flight.lease_until };
    return { turn: 'lost' };
  }
  return stored.attempts === attempt - 1 ? { turn: 'make' } : { turn: 'over' };
}

/** Time beyond the request's deadline to read, sign and record; a record that comes later finds it was lost. */
const LEASE_MARGIN = 5 * SECOND;

/** The delivery while attempt `attempt` is being made; the lease outlives the request's deadline. */
export function claimed(stored: Delivery, attempt: number, now: number, deadlineMs: number): Delivery {
  return {
    ...stored,
    attempts: attempt,
    in_flight: {
      attempt,
      at: timestamp(now),
      lease_until: timestamp(now + deadlineMs + LEASE_MARGIN),
    },
    updated_at: timestamp(now),
  };
}

/** The delivery after its attempt in flight: ended, or with the time of the next one. */
export function recorded(
  stored: Delivery,
  outcome: AttemptOutcome,
  now: number,
  rules: { maxAttempts: number; retryWaitsSeconds: readonly number[] },
): Delivery {
  const attempt = stored.in_flight?.attempt ?? stored.attempts;
  const wait = attempt < rules.maxAttempts ? rules.retryWaitsSeconds[attempt - 1] : undefined;
  const succeeded = outcome.error === null;
  const next = succeeded || wait === undefined ? null : timestamp(now + wait * SECOND);
  return {
    ...stored,
    status: succeeded ? 'succeeded' : next === null ? 'failed' : 'retrying',
    last_status_code: outcome.status_code,
    last_error: outcome.error,
    next_attempt_at: next,
    updated_at: timestamp(now),
    log: [...stored.log, { attempt, at: stored.in_flight?.at ?? timestamp(now), ...outcome }].slice(
      -LOG_LENGTH,
    ),
    in_flight: null,
  };
}

/** The delivery when there is nobody left to deliver to; no attempt is made. */
export function abandoned(stored: Delivery, reason: string, now: number): Delivery {
  return {
    ...stored,
    status: 'failed',
    last_error: reason,
    next_attempt_at: null,
    updated_at: timestamp(now),
    in_flight: null,
  };
}

/** Stands in the log for an attempt whose maker died before the answer was recorded. */
export const unknownOutcome: AttemptOutcome = {
  duration_ms: 0,
  status_code: 0,
  error: 'unknown: the sender stopped before it recorded the answer',
  response_excerpt: null,
};

export function presentDelivery(stored: Delivery): DeliveryView {
  const { delivery_id, in_flight: _, expires_at: __, version: ___, ...shown } = stored;
  return { id: delivery_id, ...shown };
}
