/**
 * Counts views of hosted pages, and rejected submissions without storing their content. Writes the first
 * counts immediately. While a form is flooded, collects the counts in memory and writes them at a limited
 * rate so that rejecting submissions stays cheap. Counts in memory are lost when the function's instance
 * ends. Accepted submissions never cause a write.
 */
import { SECOND, timestamp, type Clock } from '../core/clock.ts';
import type { RefusalReason } from '../core/refusals.ts';
import { dateOf, type DayTally } from '../forms/counts/day-counts.ts';

/** Limits how often an instance writes counts. */
interface WriteRate {
  /** Maximum number of writes in a burst. */
  readonly burst: number;
  /** Time after which the instance can make one more write, in milliseconds. */
  readonly interval: number;
}
const OF_REFUSALS: WriteRate = { burst: 20, interval: 5 * SECOND };
/**
 * Maximum number of form and day combinations that an instance keeps counts for. Further combinations aren't
 * counted.
 */
const MAX_PENDING = 200;

interface Pending {
  readonly formId: string;
  readonly date: string;
  readonly counts: DayTally;
}

/** Adds a form's counts for a day to the stored counts. */
export type AddRefusals = (formId: string, date: string, counts: DayTally) => Promise<void>;

export class RefusalCounter {
  readonly #add: AddRefusals;
  readonly #now: Clock;
  /** Counts that aren't stored yet, oldest first, by form and day. */
  readonly #pending = new Map<string, Pending>();
  readonly #rate: WriteRate;
  #writes: number;
  #refilledAt: number;

  constructor(add: AddRefusals, now: Clock, rate = OF_REFUSALS) {
    this.#add = add;
    this.#now = now;
    this.#rate = rate;
    this.#writes = rate.burst;
    this.#refilledAt = now();
  }

  /**
   * Counts a rejected submission or a view. Resolves once all counts that the write rate currently allows
   * have been written. Counts that couldn't be written are lost.
   */
  async count(formId: string, reason: RefusalReason | 'views'): Promise<void> {
    this.#note(formId, reason);
    this.#refill();
    const due = [...this.#pending].slice(0, this.#writes);
    this.#writes -= due.length;
    for (const [key] of due) this.#pending.delete(key);
    await Promise.all(due.map(([, { formId: form, date, counts }]) => this.#add(form, date, counts)));
  }

  #note(formId: string, reason: RefusalReason | 'views'): void {
    const date = dateOf(timestamp(this.#now()));
    const key = `${formId} ${date}`;
    const known = this.#pending.get(key);
    if (!known && this.#pending.size >= MAX_PENDING) return;
    const { counts = {} } = known ?? {};
    this.#pending.set(key, { formId, date, counts: { ...counts, [reason]: (counts[reason] ?? 0) + 1 } });
  }

  #refill(): void {
    const earned = Math.floor((this.#now() - this.#refilledAt) / this.#rate.interval);
    if (earned <= 0) return;
    this.#writes = Math.min(this.#rate.burst, this.#writes + earned);
    this.#refilledAt += earned * this.#rate.interval;
  }
}
