/**
 * Defines the changes that stream records make to counters. `aws/sequence-counter-store.ts` applies each change
 * exactly once.
 */

/** Changes that a stream record makes to a counter's attributes. */
export interface CountedChange {
  /** Sequence number in the stream, formatted so that it can be compared as text. */
  readonly sequence: string;
  readonly add: Readonly<Record<string, number>>;
  /** Changes that a stream record makes to the total counter's attributes. */
  readonly addToTotal?: Readonly<Record<string, number>>;
}

/**
 * A counter that stores no sequence numbers. To prevent double counting, it is always updated in a
 * transaction with a counter that stores them.
 */
export interface TotalCounter {
  readonly counter: string;
  /** Attributes to remove. */
  readonly forget: readonly string[];
  /** If true, changes are applied only if the counter exists. */
  readonly mustExist: boolean;
}

/** All changes to a counter in a batch, in order. */
export interface CounterChanges {
  readonly counter: string;
  /**
   * Name of the attribute that stores the last sequence number. A counter that combines several stream keys
   * has one of these attributes for each key.
   */
  readonly mark: string;
  /** Unix time, in seconds. */
  readonly expiresAt: number;
  readonly total?: TotalCounter;
  readonly changes: readonly CountedChange[];
  /**
   * Returns additional writes for the transaction that applies these changes, so that the writes also take
   * effect exactly once. Called again if the condition of one of these writes fails.
   */
  readonly alongside?: (counted: readonly CountedChange[]) => Promise<readonly CounterWrite[]>;
}

/** A transaction item for the Counters table. */
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
