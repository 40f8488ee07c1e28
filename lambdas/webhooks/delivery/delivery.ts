/**
 * Defines how deliveries are stored and shown by the API. A delivery sends one event or test ping to one
 * webhook. `delivery-state.ts` decides how a delivery changes state, and `run-delivery.ts` makes the
 * attempts.
 */
import * as z from 'zod';
import { DAY, epochSeconds, timestamp } from '../../core/clock.ts';
import { deliveryIdOf, newTestDeliveryId, occasionDeliveryId, type Occasion } from '../../core/ids.ts';
import { lazy } from '../../core/lazy.ts';
import type { RandomBytes } from '../../core/random.ts';
import { failureCodeOf, failureCodes, failureSentences } from './failure-codes.ts';
import { scheduleCheck } from './overdue-index.ts';
import { events } from '../../submissions/events/event-views.ts';

export const deliveryStatuses = ['pending', 'retrying', 'succeeded', 'failed'] as const;

/** Number of days to keep deliveries. */
export const DELIVERY_DAYS = 30;

const attemptRecord = z.object({
  /** Sequence number of this request within the delivery. Replays count too. */
  attempt: z.int(),
  at: z.string(),
  duration_ms: z.number(),
  /** 0 if the response was missing or incomplete. */
  status_code: z.int(),
  error: z.string().nullable(),
  response_excerpt: z.string().nullable(),
  probe: z
    .literal(true)
    .optional()
    .describe('Set if the request was a probe of a failing webhook, outside the retry schedule.'),
});
export type AttemptRecord = z.infer<typeof attemptRecord>;

/** The outcome of a request. `error` is null only if the response was 2xx. */
export const attemptOutcome = attemptRecord.omit({ attempt: true, at: true, probe: true }).extend({
  /**
   * Number of seconds that the receiver asked us to wait. The value delays the next attempt and isn't part of
   * the log.
   */
  retry_after_seconds: z.int().optional(),
  /** Set if the receiver doesn't want this event, so that no further attempt is made. Not part of the log. */
  is_final: z.literal(true).optional(),
});
export type AttemptOutcome = z.infer<typeof attemptOutcome>;

/**
 * The outcome of a request that its sender couldn't record. The outcome stays in the queue until it is
 * recorded.
 */
export const unrecordedOutcome = z.object({
  delivery_id: z.string(),
  attempt: z.int(),
  outcome: attemptOutcome,
});
export type UnrecordedOutcome = z.infer<typeof unrecordedOutcome>;

/** A request that has started but has no recorded outcome yet. */
const attemptInFlight = z.object({
  attempt: z.int(),
  at: z.string(),
  /**
   * End of the lease. Until then, the sender may record the outcome and no other automatic attempt starts.
   */
  lease_until: z.string(),
  /** False for replays. */
  automatic: z.boolean(),
  /** Set if the request is a probe of a failing webhook. */
  probe: z.literal(true).optional(),
  /**
   * Identifies the sender. If the response to its write is lost, the sender recognizes its claim by this
   * value.
   */
  claim: z.string(),
});
export type AttemptInFlight = z.infer<typeof attemptInFlight>;

/** A stored delivery. */
export const delivery = z.object({
  webhook_id: z.string(),
  delivery_id: z.string(),
  event: z.enum(events),
  submission_id: z.string().nullable(),
  /** Event details for a change, a deletion or a failed delivery. Absent for other events. */
  facts: z.record(z.string(), z.unknown()).optional(),
  status: z.enum(deliveryStatuses),
  /** Number of requests, including replays. */
  attempts: z.int(),
  /** Number of automatic requests, excluding replays. */
  automatic_attempts: z.int(),
  last_status_code: z.int().nullable(),
  last_error: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /**
   * Time when the delivery failed permanently. Sort key of the index of failed deliveries. Absent for test
   * pings.
   */
  failed_at: z.string().optional(),
  /** Id of the latest recovery that resent the delivery. */
  recovery_id: z.string().optional(),
  /** Id of the webhook's failing span that last counted this delivery as a failure. */
  failure_id: z.string().optional(),
  /** Set when the submission is deleted. The log then no longer contains response excerpts. */
  submission_deleted: z.literal(true).optional(),
  log: z.array(attemptRecord),
  in_flight: z.array(attemptInFlight),
  /** Key in the overdue index (`overdue-index.ts`). Absent if the delivery needs no further work. */
  overdue_shard: z.string().optional(),
  check_at: z.string().optional(),
  expires_at: z.int(),
  /** Number of writes. A write that is based on an older version is rejected. */
  version: z.int(),
});
export type Delivery = z.infer<typeof delivery>;

const failureCode = z.enum(failureCodes).optional();

/** A delivery as returned by the management API. */
export const deliveryView = lazy(() =>
  delivery
    .omit({
      delivery_id: true,
      facts: true,
      automatic_attempts: true,
      in_flight: true,
      overdue_shard: true,
      check_at: true,
      expires_at: true,
      failed_at: true,
      recovery_id: true,
      failure_id: true,
      submission_deleted: true,
      version: true,
    })
    .extend({
      id: z.string(),
      last_error_code: failureCode.describe(
        'Stable code for `last_error`, if there is one. More codes can be added.',
      ),
      log: z.array(
        attemptRecord.extend({
          error_code: failureCode.describe(
            'Stable code for `error`, if there is one. More codes can be added.',
          ),
        }),
      ),
    }),
);
export type DeliveryView = z.infer<ReturnType<typeof deliveryView>>;

/**
 * The outcome of a test ping. If the response was missing or incomplete, the status is 0 and `error` gives
 * the reason.
 */
export const testResponse = z.object({ status_code: z.int(), ok: z.boolean(), error: z.string().optional() });

/** Creates a delivery of a submission to a webhook. The first attempt can start immediately. */
export function newDelivery(webhookId: string, submissionId: string, now: number): Delivery {
  const id = deliveryIdOf(webhookId, submissionId);
  return dueAtOnce({ webhook_id: webhookId, delivery_id: id, submission_id: submissionId }, now);
}

/**
 * Creates a delivery that notifies a webhook of something that happened to a submission.
 * @param facts details of the event, in addition to the submission
 */
export function newOccasionDelivery(
  webhookId: string,
  submissionId: string,
  { event, facts, occasion }: Pick<Delivery, 'event' | 'facts'> & { readonly occasion: Occasion },
  now: number,
): Delivery {
  const id = occasionDeliveryId(webhookId, submissionId, occasion);
  const ids = { webhook_id: webhookId, delivery_id: id, submission_id: submissionId };
  return { ...dueAtOnce(ids, now), event, facts };
}

/** Creates a test ping, which doesn't belong to a submission. The attempt can start immediately. */
export function newTestDelivery(webhookId: string, now: number, random: RandomBytes): Delivery {
  const id = newTestDeliveryId(webhookId, now, random);
  return {
    ...dueAtOnce({ webhook_id: webhookId, delivery_id: id, submission_id: null }, now),
    event: 'webhook.test',
  };
}

function dueAtOnce(
  ids: Pick<Delivery, 'webhook_id' | 'delivery_id' | 'submission_id'>,
  now: number,
): Delivery {
  const at = timestamp(now);
  const fresh: Delivery = {
    ...ids,
    event: 'submission.created',
    status: 'pending',
    attempts: 0,
    automatic_attempts: 0,
    last_status_code: null,
    last_error: null,
    next_attempt_at: at,
    created_at: at,
    updated_at: at,
    log: [],
    in_flight: [],
    expires_at: epochSeconds(now + DELIVERY_DAYS * DAY),
    version: 1,
  };
  return scheduleCheck(fresh, now);
}

export const isFinal = ({ status }: { readonly status: string }): boolean =>
  status === 'succeeded' || status === 'failed';

/** The outcome to record if a function stopped after sending a request, before it recorded the response. */
export const unknownOutcome: AttemptOutcome = {
  duration_ms: 0,
  status_code: 0,
  error: failureSentences['outcome-unknown'],
  response_excerpt: null,
};

/**
 * Returns true if a request's lease has ended, which means that the sender crashed and the outcome is
 * unknown.
 */
export const isExpired = ({ lease_until }: AttemptInFlight, now: number): boolean =>
  lease_until <= timestamp(now);

/**
 * Converts a delivery to its API representation. If a request's lease has ended, shows the outcome as
 * unknown, even before that outcome is stored.
 */
export function toDeliveryView(stored: Delivery, now: number): DeliveryView {
  const { delivery_id, in_flight, ...rest } = stored;
  const {
    automatic_attempts: _,
    overdue_shard: __,
    check_at: ___,
    expires_at: ____,
    version: _____,
    failed_at: ______,
    recovery_id: _______,
    submission_deleted: ________,
    failure_id: _________,
    facts: __________,
    ...shown
  } = rest;
  const unknown = in_flight
    .filter((each) => isExpired(each, now))
    .map(({ attempt, at }) => ({ attempt, at, ...unknownOutcome }));
  return {
    id: delivery_id,
    ...shown,
    ...(shown.last_error !== null && { last_error_code: failureCodeOf(shown.last_error) }),
    log: sortAttempts([...shown.log, ...unknown]).map((each) => ({
      ...each,
      ...(each.error !== null && { error_code: failureCodeOf(each.error) }),
    })),
  };
}

/** Sorts the log by request number. A replay may be recorded before an attempt that started earlier. */
export function sortAttempts(log: readonly AttemptRecord[]): AttemptRecord[] {
  return log.toSorted((a, b) => a.attempt - b.attempt);
}

/** Converts the outcome of a test ping to its API representation. */
export function toTestResponse({ status_code, error }: AttemptOutcome): z.infer<typeof testResponse> {
  return { status_code, ok: error === null, ...(status_code === 0 && error !== null && { error }) };
}
