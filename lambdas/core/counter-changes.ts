/** What records of a stream add to counters (`aws/sequence-counter-store.ts` counts them exactly once). */

/** What one record of the stream adds to the attributes of a counter. */
export interface CountedChange {
  /** Sequence number in the stream, in the form that compares as text. */
  readonly sequence: string;
  readonly add: Readonly<Record<string, number>>;
}

/** All changes of one counter that came together, in order. */
export interface CounterChanges {
  readonly counter: string;
  /** The attribute that holds the last sequence; one for each key of the stream that the counter puts together. */
  readonly mark: string;
  /** In epoch seconds. */
  readonly expiresAt: number;
  readonly changes: readonly CountedChange[];
}
