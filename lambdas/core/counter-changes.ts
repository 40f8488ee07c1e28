/** Counter changes made by stream records (`aws/sequence-counter-store.ts` counts them exactly once). */

/** Changes that one stream record makes to a counter's attributes. */
export interface CountedChange {
  /** Sequence number in the stream, in a form that can be compared as text. */
  readonly sequence: string;
  readonly add: Readonly<Record<string, number>>;
  /** Changes that the record makes to the attributes of the total counter. */
  readonly addToTotal?: Readonly<Record<string, number>>;
}

/**
 * A counter without marks. It is written in one transaction with other counters, whose marks apply to it too.
 */
export interface TotalCounter {
  readonly counter: string;
  /** Attributes that the write removes. */
  readonly forget: readonly string[];
  /** If true, nothing is counted when the counter doesn't exist. */
  readonly mustExist: boolean;
}

/** All changes of one counter in a batch, in order. */
export interface CounterChanges {
  readonly counter: string;
  /**
   * Attribute that stores the last sequence number. There is one for each stream key that the counter
   * combines.
   */
  readonly mark: string;
  /** In epoch seconds. */
  readonly expiresAt: number;
  readonly total?: TotalCounter;
  readonly changes: readonly CountedChange[];
  /**
   * Returns further writes for the transaction that counts these changes, so that they also happen exactly
   * once. They are created again if one of their conditions fails.
   */
  readonly alongside?: (counted: readonly CountedChange[]) => Promise<readonly CounterWrite[]>;
}

/** A write of a Counters item, as part of a transaction. */
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
