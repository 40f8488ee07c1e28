/** Defines counters with a limit, which are used for quotas, rate limits and the cap on new keys. */
export interface CounterLimit {
  /** Key in the Counters table. */
  readonly counter: string;
  readonly limit: number;
  /** Time after which the counter can be deleted, in seconds since the epoch. */
  readonly expiresAt: number;
}

/** A counter for a time window. Each window starts at zero. */
export interface WindowLimit extends CounterLimit {
  /** End of the window, in milliseconds since the epoch. */
  readonly endsAt: number;
}
