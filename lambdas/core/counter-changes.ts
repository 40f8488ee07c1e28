/** What records of a stream add to counters (`aws/sequence-counter-store.ts` counts them exactly once). */

/** What one record of the stream adds to the attributes of a counter. */
export interface CountedChange {
  /** Sequence number in the stream, in the form that compares as text. */
  readonly sequence: string;
  readonly add: Readonly<Record<string, number>>;
  /** What it adds to the attributes of the counter's total. */
  readonly addToTotal?: Readonly<Record<string, number>>;
}

/** A counter without marks that is written in one transaction with others, whose marks hold for it. */
export interface TotalCounter {
  readonly counter: string;
  /** Attributes that the write takes away. */
  readonly forget: readonly string[];
  /** Nothing is counted when it does not exist. */
  readonly mustExist: boolean;
}

/** All changes of one counter that came together, in order. */
export interface CounterChanges {
  readonly counter: string;
  /** The attribute that holds the last sequence; one for each key of the stream that the counter puts together. */
  readonly mark: string;
  /** In epoch seconds. */
  readonly expiresAt: number;
  readonly total?: TotalCounter;
  readonly changes: readonly CountedChange[];
  /**
   * Makes further writes for the transaction that counts these changes, so that they are done once, too. They are made
   * again when a condition of theirs fails.
   */
  readonly alongside?: (counted: readonly CountedChange[]) => Promise<readonly CounterWrite[]>;
}

/** A write of an item of the table Counters, as a transaction takes it. */
export interface CounterWrite {
  readonly Update: {
    readonly TableName: string;
    readonly Key: { readonly counter: string };
    readonly UpdateExpression: string;
    readonly ConditionExpression?: string;
    readonly ExpressionAttributeNames?: Record<string, string>;
    readonly ExpressionAttributeValues?: Record<string, unknown>;
  };
}
