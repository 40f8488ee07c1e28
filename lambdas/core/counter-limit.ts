/** A counter that grows up to a limit: what the quota, the rate limit and the cap on new keys have in common. */
export interface CounterLimit {
  /** Its key in the table Counters. */
  readonly counter: string;
  readonly limit: number;
  /** Epoch seconds after which it may be deleted. */
  readonly expiresAt: number;
}

/** A counter of one stretch of time, after which counting starts again. */
export interface WindowLimit extends CounterLimit {
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}
