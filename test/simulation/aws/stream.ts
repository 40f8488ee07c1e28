/** Simulates Lambda's event source mapping between the submission stream and fan-out. */
import type { Submission } from '../../../lambdas/submissions/submission.ts';
import type { InvocationResult } from './invocation.ts';
import type { Random } from '../random.ts';
import type { Timeline } from '../timeline.ts';
import { submissionRecord, type StreamRecord } from '../../support/aws/stream-record.ts';

const BATCH = 5;
const MAX_RETRIES = 10;

export interface StreamDeps {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly invoke: (
    records: readonly StreamRecord[],
  ) => Promise<InvocationResult<{ batchItemFailures: { itemIdentifier: string }[] }>>;
  /** Sends records that can't be processed to the failure destination. */
  readonly giveUp: (records: readonly StreamRecord[]) => void;
  /** Returns the probability that a completed batch is delivered again. */
  readonly mischief: () => number;
  /** True if the filter passes submissions that are released from spam. */
  readonly wantsReleases: boolean;
}

/**
 * Simulates a stream with one shard. Batches are delivered in order, and each one starts after the previous
 * one has finished.
 */
export class Stream {
  readonly #deps: StreamDeps;
  readonly #waiting: StreamRecord[] = [];
  #isReading = false;
  #count = 0;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
  }

  /** Returns true if all records have been processed. */
  get isIdle(): boolean {
    return !this.#isReading && this.#waiting.length === 0;
  }

  /** Writes a table change to the stream if it passes the mapping's filter. */
  write(before: Submission | undefined, after: Submission | undefined): void {
    const isNew = before === undefined && after?.status === 'received' && after.nobody_to_tell === undefined;
    const isReleased = this.#deps.wantsReleases && before?.status === 'spam' && after?.status === 'received';
    if (!after || !(isNew || isReleased)) return;
    this.#waiting.push(submissionRecord({ before, after }, String(this.#count++)));
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    const { timeline, random, mischief } = this.#deps;
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      await timeline.sleep(random.between(10, 1000));
      const batch = this.#waiting.splice(0, BATCH);
      await this.#handle(batch, 0);
      if (random.chance(mischief())) await this.#handle(batch, 0);
    }
    this.#isReading = false;
  }

  async #handle(records: readonly StreamRecord[], retriesBefore: number): Promise<void> {
    const { invoke, timeline, giveUp } = this.#deps;
    let rest = records;
    for (let retries = retriesBefore; rest.length > 0; retries += 1) {
      if (retries > MAX_RETRIES) {
        giveUp(rest);
        return;
      }
      const ending = await invoke(rest);
      const failed = ending.ok
        ? ending.result.batchItemFailures.map((each) => each.itemIdentifier)
        : undefined;
      if (failed?.length === 0) return;
      const first = failed ? rest.findIndex((record) => failed.includes(record.dynamodb.SequenceNumber)) : 0;
      rest = rest.slice(Math.max(first, 0));
      if (first <= 0 && rest.length > 1) {
        const middle = Math.ceil(rest.length / 2);
        await this.#handle(rest.slice(0, middle), retries);
        return this.#handle(rest.slice(middle), retries);
      }
      await timeline.sleep(Math.min(100 * 2 ** retries, 10_000));
    }
  }
}
