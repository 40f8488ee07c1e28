/**
 * Remembers which accounts are busy, so that this execution environment reserves their units from shards of the
 * quota counter. Counts stay correct even if this information is lost.
 */
import { SECOND } from '../core/clock.ts';
import { ExpiringCache } from '../core/expiring-cache.ts';
import { shardCapacity } from './quota-shards.ts';
import type { QuotaItem } from './quota.ts';

/** Submissions per second from which an account counts as busy. A single counter supports 1,000. */
const BUSY_RATE = 300;
/**
 * Minimum number of units between two measurements. With fewer units, a short burst would look like a high rate.
 */
const MEASURED_UNITS = 100;
/** Number of throttled requests after which an account counts as busy. */
const THROTTLED_REQUESTS = 3;
/** How long an account counts as busy after a measurement or a throttled request, in milliseconds. */
const BUSY_FOR = 10 * SECOND;
/**
 * How long a busy account's requests fail immediately after the counter or two of its shards were throttled, in
 * milliseconds.
 */
const BRAKE_FOR = SECOND;
/** How long to wait before reading empty shards again, in milliseconds. */
const EMPTY_FOR = SECOND;
const MAX_ACCOUNTS = 1000;

interface Measurement {
  readonly used: number;
  readonly at: number;
}

/** Measures how heavily quota counters are used. Accounts are identified by the names of their counters. */
export class QuotaLoad {
  readonly #measured = new ExpiringCache<Measurement>(MAX_ACCOUNTS);
  readonly #busy = new ExpiringCache<true>(MAX_ACCOUNTS);
  readonly #throttled = new ExpiringCache<number>(MAX_ACCOUNTS);
  readonly #braked = new ExpiringCache<true>(MAX_ACCOUNTS);
  readonly #small = new ExpiringCache<true>(MAX_ACCOUNTS);
  readonly #empty = new ExpiringCache<number>(MAX_ACCOUNTS);

  /** Returns true if the account gets hundreds of submissions per second, or its counter is often throttled. */
  isBusy(counter: string, now: number): boolean {
    return this.#busy.get(counter, now) ?? (this.#throttled.get(counter, now) ?? 0) >= THROTTLED_REQUESTS;
  }

  /** Returns true if the account is busy and its quota isn't known to be too small for shards. */
  usesShards(counter: string, now: number): boolean {
    return this.isBusy(counter, now) && !this.#small.get(counter, now);
  }

  /** Measures the account's rate from the stored counter, as returned by an update or read. */
  measure(counter: string, { used, quota_limit: limit = 0 }: QuotaItem, now: number): void {
    if (shardCapacity(limit) === 0) this.#small.set(counter, true, now + BUSY_FOR);
    const before = this.#measured.get(counter, now);
    if (before && used < before.used + MEASURED_UNITS) return;
    this.#measured.set(counter, { used, at: now }, now + BUSY_FOR);
    if (before && (used - before.used) * SECOND >= BUSY_RATE * (now - before.at))
      this.#busy.set(counter, true, now + BUSY_FOR);
  }

  /**
   * Counts a throttled request. This also detects busy accounts whose quota is used up: their counters no longer
   * grow, so `measure` can't determine the rate.
   */
  countThrottled(counter: string, now: number): void {
    this.#throttled.set(counter, (this.#throttled.get(counter, now) ?? 0) + 1, now + BUSY_FOR);
  }

  /**
   * Returns true if requests for the account must fail immediately. Otherwise, requests that wait for a
   * throttled counter would use up all of Lambda's concurrency, and other accounts' submissions would fail.
   */
  isBraked(counter: string, now: number): boolean {
    return this.#braked.get(counter, now) ?? false;
  }

  brake(counter: string, now: number): void {
    this.#braked.set(counter, true, now + BRAKE_FOR);
  }

  /** Returns true if neither the counter nor its shards had units left a moment ago. */
  isEmpty(counter: string, generation: number, now: number): boolean {
    return this.#empty.get(counter, now) === generation;
  }

  /** @param generation the counter's generation, which changes when a new limit may have added units */
  markEmpty(counter: string, generation: number, now: number): void {
    this.#empty.set(counter, generation, now + EMPTY_FOR);
  }
}
