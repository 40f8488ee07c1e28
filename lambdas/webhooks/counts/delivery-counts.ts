/**
 * Counts succeeded and failed deliveries per form per day and per webhook per hour, from the deliveries
 * stream. Uses the time when the submission was received, which is part of the delivery's id. A webhook's
 * deliveries from one day are therefore adjacent in the table and arrive in order (`day-counts.ts`).
 */
import type { CountedChange, CounterChanges } from '../../core/counters/counter-changes.ts';
import { DAY, epochSeconds, HOUR, timestamp } from '../../core/clock.ts';
import { parentsOfDelivery, submissionTime } from '../../core/ids.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { dateOf, dayExpiresAt, deliveryDayCounter } from '../../forms/counts/day-counts.ts';

/** `filtered` means that a filter excluded the submission, so there is no delivery. */
type CountedStatus = Delivery['status'] | 'filtered';

/** A change to a delivery's status. */
export interface DeliveryStatusChange {
  readonly deliveryId: string;
  readonly before: CountedStatus;
  readonly after: CountedStatus;
  /** Id of the recovery that sent the delivery, or undefined if none did. */
  readonly recoveryId?: string | undefined;
  /** Sequence number in the stream, formatted so that it can be compared as text. */
  readonly sequence: string;
}

export interface OutcomeCount {
  readonly succeeded: number;
  readonly failed: number;
}

/** A day's outcomes, and the number of submissions excluded by filters. */
export interface DayOutcomeCount extends OutcomeCount {
  readonly filtered: number;
}

/**
 * Outcomes that are counted. A delivery that is replayed or reopened can change from one outcome to another,
 * and has no outcome while it is pending.
 */
const outcomes = ['succeeded', 'failed', 'filtered'] as const;

/** Number of days to keep hourly counts. Success rates only need the last 24 hours. */
const HOURS_KEPT_DAYS = 3;
/**
 * Number of days to keep a recovery's counts, starting when the submission that it resent was received. A
 * delivery can fail, be recovered after 30 days, and then be retried for a few hours. The recovery is then
 * kept for 30 more days.
 */
const RECOVERY_KEPT_DAYS = 62;
/** Number of hours covered by a webhook's success rate, including the current one. */
const RATE_HOURS = 24;

/** Prefix for the names of webhooks' hourly delivery counters. */
export const DELIVERY_HOURS = 'delivery-hours#';
/** Returns the name of the counter for a webhook's hourly deliveries on a day (Counters table). */
const deliveryHoursCounter = (webhookId: string, date: string): string =>
  `${DELIVERY_HOURS}${webhookId}#${date}`;

/** Prefix for the names of recovery counters. */
export const RECOVERY_OUTCOMES = 'recovery#';
/** Returns the name of the counter for a recovery's outcomes (Counters table). */
export const recoveryCounter = (recoveryId: string): string => `${RECOVERY_OUTCOMES}${recoveryId}`;

/**
 * Groups changes by counter. Each change applies to the counters of its form and its webhook. The first
 * outcome after a recovery also applies to the recovery's counter.
 */
export function changesByCounter(changes: readonly DeliveryStatusChange[]): CounterChanges[] {
  const counters = new Map<string, CounterChanges & { changes: CountedChange[] }>();
  const note = (counter: CounterChanges, change: CountedChange): void => {
    const found = counters.get(`${counter.counter} ${counter.mark}`) ?? { ...counter, changes: [] };
    found.changes.push(change);
    counters.set(`${counter.counter} ${counter.mark}`, found);
  };
  for (const { deliveryId, before, after, sequence, recoveryId } of changes) {
    const parents = parentsOfDelivery(deliveryId);
    if (!parents || before === after) continue;
    const at = timestamp(submissionTime(parents.submissionId));
    const date = dateOf(at);
    const moved = outcomes
      .map((outcome) => [outcome, Number(after === outcome) - Number(before === outcome)] as const)
      .filter(([, by]) => by !== 0);
    if (moved.length === 0) continue;
    const { formId, webhookId } = parents;
    note(
      {
        counter: deliveryDayCounter(formId, date),
        // Use a separate mark for each webhook, because the stream preserves the order of a webhook's
        // deliveries, but not of a form's. Filtered submissions are stored under a different key, so they
        // have their own mark.
        mark: `${after === 'filtered' ? 'filtered' : 'counted'}_to_${webhookId}`,
        expiresAt: dayExpiresAt(date),
        changes: [],
      },
      { sequence, add: Object.fromEntries(moved) },
    );
    if (recoveryId !== undefined && ends({ before, after })) {
      note(
        {
          counter: recoveryCounter(recoveryId),
          mark: 'counted_to',
          expiresAt: epochSeconds(submissionTime(parents.submissionId) + RECOVERY_KEPT_DAYS * DAY),
          changes: [],
        },
        { sequence, add: { [after]: 1 } },
      );
    }
    if (after === 'filtered') continue;
    note(
      {
        counter: deliveryHoursCounter(webhookId, date),
        mark: 'counted_to',
        expiresAt: epochSeconds(Date.parse(date) + HOURS_KEPT_DAYS * DAY),
        changes: [],
      },
      { sequence, add: Object.fromEntries(moved.map(([outcome, by]) => [attributeOf(outcome, at), by])) },
    );
  }
  return [...counters.values()];
}

/** Returns true if the change ends a delivery that wasn't finished. */
const ends = ({ before, after }: Pick<DeliveryStatusChange, 'before' | 'after'>): boolean =>
  (after === 'succeeded' || after === 'failed') && before !== 'succeeded' && before !== 'failed';

/** Returns an attribute name such as `failed_07` for the hour that starts at 07:00. */
function attributeOf(outcome: (typeof outcomes)[number], at: string): string {
  return `${outcome}_${at.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh'.length)}`;
}

/** Returns the counters for a webhook's last 24 hours, with the attributes to read from each. */
export function hoursOfRate(
  webhookId: string,
  now: number,
): { counter: string; succeeded: string[]; failed: string[] }[] {
  const hours = Array.from({ length: RATE_HOURS }, (_, hour) => timestamp(now - hour * HOUR));
  return [...Map.groupBy(hours, dateOf)].map(([date, some]) => ({
    counter: deliveryHoursCounter(webhookId, date),
    succeeded: some.map((at) => attributeOf('succeeded', at)),
    failed: some.map((at) => attributeOf('failed', at)),
  }));
}

/**
 * Returns the fraction of deliveries that succeeded, rounded to four decimals, or null if no delivery has
 * finished.
 */
export function successRate({ succeeded, failed }: OutcomeCount): number | null {
  const all = succeeded + failed;
  return all === 0 ? null : Math.round((succeeded / all) * 10_000) / 10_000;
}
