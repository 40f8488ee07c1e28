/** A counter with a limit, as used for quotas, rate limits and the cap on new keys. */
export interface CounterLimit {
  /** Key in the table Counters. */
  readonly counter: string;
  readonly limit: number;
  /** Time after which the counter may be deleted, in epoch seconds. */
  readonly expiresAt: number;
}

/** A counter for one time window; the next window starts again at zero. */
export interface WindowLimit extends CounterLimit {
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}
